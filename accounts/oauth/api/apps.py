"""The caller's registered apps and connected apps, for their own session only."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from accounts.api.errors import TooManyApps
from accounts.api.permissions import IsFreshToChange, IsFreshToChangeOrDelete, IsSession
from accounts.models import App, User
from accounts.oauth import connections, registration
from accounts.oauth.api.serializers import AppInput, AppSerializer, ConnectedAppSerializer, ConnectedAppsSerializer
from kit.endpoints import Endpoint
from kit.requests import body_of, changes_in, faults_of


class AppsView(Endpoint):
    required_scopes = {"GET": None, "POST": None}
    location = "apps/{client_id}/"
    permission_classes = [IsSession, IsFreshToChange]
    pagination_class: Any = api_settings.DEFAULT_PAGINATION_CLASS
    refusals = {"POST": (TooManyApps,)}

    @extend_schema(operation_id="list_apps", summary="My apps", responses=AppSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The apps that you have registered, newest first. Not available to tokens."""
        paginator: Any = self.pagination_class()
        page = paginator.paginate_queryset(_own(request), request, view=self)
        answer: Response = paginator.get_paginated_response(AppSerializer(page, many=True).data)
        return answer

    @extend_schema(
        operation_id="register_app", summary="Register an app", request=AppInput, responses={201: AppSerializer}
    )
    def post(self, request: Request) -> Response:
        """Register an app; the response has its `client_id`.

        Apps have no secret, because one shared by many devices would not stay secret. Not available to tokens.
        """
        wanted = body_of(request, AppInput)
        try:
            with faults_of("name"):
                app = registration.register(_caller(request), **wanted)
        except registration.AppLimitReached as error:
            raise TooManyApps(registration.MOST) from error
        return Response(AppSerializer(app).data, status=201)


class AppView(Endpoint):
    required_scopes = {"GET": None, "PATCH": None, "DELETE": None}
    permission_classes = [IsSession, IsFreshToChangeOrDelete]

    @extend_schema(operation_id="get_app", summary="One of my apps", responses=AppSerializer)
    def get(self, request: Request, client_id: str) -> Response:
        """An app that you have registered. Not available to tokens."""
        return Response(AppSerializer(_own_app(request, client_id)).data)

    @extend_schema(operation_id="change_app", summary="Change an app", request=AppInput, responses=AppSerializer)
    def patch(self, request: Request, client_id: str) -> Response:
        """Change the fields that are sent. Connected users stay connected. Not available to tokens."""
        app = _own_app(request, client_id)
        changes = changes_in(request, AppInput)
        with faults_of("name"):
            registration.change(app, changes)
        return Response(AppSerializer(app).data)

    @extend_schema(operation_id="delete_app", summary="Delete an app", responses={204: None})
    def delete(self, request: Request, client_id: str) -> Response:
        """Delete an app of yours and all its connections, immediately. Not available to tokens."""
        registration.delete(_own_app(request, client_id))
        return Response(status=204)


class ConnectionsView(Endpoint):
    required_scopes = {"GET": None}
    permission_classes = [IsSession]

    @extend_schema(operation_id="list_connections", summary="Connected apps", responses=ConnectedAppsSerializer)
    def get(self, request: Request) -> Response:
        """The apps that can act for you, by name, without pagination. Not available to tokens."""
        found = connections.connected_apps(_caller(request))
        return Response({"results": ConnectedAppSerializer(found, many=True).data})


class ConnectionView(Endpoint):
    required_scopes = {"DELETE": None}
    permission_classes = [IsSession]

    @extend_schema(operation_id="disconnect_app", summary="Disconnect an app", responses={204: None})
    def delete(self, request: Request, client_id: str) -> Response:
        """Disconnect an app: all its tokens for your account are revoked immediately. Not available to tokens."""
        if not connections.disconnect(_caller(request), client_id):
            raise Http404
        return Response(status=204)


def _own(request: Request) -> QuerySet[App]:
    return App.objects.filter(owner=_caller(request))


def _own_app(request: Request, client_id: str) -> App:
    return get_object_or_404(_own(request), client_id=client_id)


def _caller(request: Request) -> User:
    assert isinstance(request.user, User)  # noqa: S101  (the permission saw to it)
    return request.user
