"""Toasts over the API."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.api.callers import caller
from kit.endpoints import Endpoint
from kit.fields import TextField
from kit.requests import body_of
from tests.games.core.subjects.toasts import actions
from tests.games.core.subjects.toasts.scopes import TOAST_WRITE


class ToastSerializer(serializers.Serializer[Any]):
    text = TextField(max_length=100)


class ToastsView(Endpoint):
    required_scopes = {"POST": TOAST_WRITE}
    location = "games/{number}/toasts/"
    refusals = {"POST": (actions.give,)}

    @extend_schema(
        operation_id="toast", summary="Raise a glass", request=ToastSerializer, responses={201: ToastSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Raise your glass to a game of yours."""
        toast = actions.give(number, caller(request), **body_of(request, ToastSerializer))
        return Response({"text": toast.text}, status=201)
