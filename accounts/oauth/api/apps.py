"""The apps that I have registered, and those that may act for me. Both are for their owner's session alone."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from accounts.api.endpoints import Endpoint
from accounts.api.errors import TooManyApps
from accounts.api.permissions import IsSession
from accounts.api.requests import body_of, changes_in
from accounts.models import App, User
from accounts.oauth import connections, registration
from accounts.oauth.api.serializers import AppInput, AppSerializer, ConnectedAppSerializer, ConnectedAppsSerializer


class AppsView(Endpoint):
    required_scopes = {"GET": None, "POST": None}
    permission_classes = [IsSession]
    pagination_class: Any = api_settings.DEFAULT_PAGINATION_CLASS
    refusals = {"POST": (TooManyApps,)}

    @extend_schema(operation_id="list_apps", summary="My own apps", responses=AppSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The apps that you have registered, the newest first. Not for tokens."""
        paginator: Any = self.pagination_class()
        page = paginator.paginate_queryset(_own(request), request, view=self)
        answer: Response = paginator.get_paginated_response(AppSerializer(page, many=True).data)
        return answer

    @extend_schema(
        operation_id="register_app", summary="Register an app", request=AppInput, responses={201: AppSerializer}
    )
    def post(self, request: Request) -> Response:
        """Register an app; the answer has its `client_id`. It gets no secret, for what is given to many devices is
        none. Not for tokens."""
        wanted = body_of(request, AppInput)
        try:
            app = registration.register(_caller(request), **wanted)
        except registration.TooMany as error:
            raise TooManyApps(registration.MOST) from error
        return Response(AppSerializer(app).data, status=201)


class AppView(Endpoint):
    required_scopes = {"GET": None, "PATCH": None, "DELETE": None}
    permission_classes = [IsSession]

    @extend_schema(operation_id="get_app", summary="One of my own apps", responses=AppSerializer)
    def get(self, request: Request, client_id: str) -> Response:
        """An app that you have registered. Not for tokens."""
        return Response(AppSerializer(_own_app(request, client_id)).data)

    @extend_schema(operation_id="change_app", summary="Change an app", request=AppInput, responses=AppSerializer)
    def patch(self, request: Request, client_id: str) -> Response:
        """Change what is sent; the rest stays, and so do the people who are connected. Not for tokens."""
        app = _own_app(request, client_id)
        registration.change(app, changes_in(request, AppInput))
        return Response(AppSerializer(app).data)

    @extend_schema(operation_id="delete_app", summary="Delete an app", responses={204: None})
    def delete(self, request: Request, client_id: str) -> Response:
        """Delete an app of yours: everybody is disconnected at once. Not for tokens."""
        registration.delete(_own_app(request, client_id))
        return Response(status=204)


class ConnectionsView(Endpoint):
    required_scopes = {"GET": None}
    permission_classes = [IsSession]

    @extend_schema(operation_id="list_connections", summary="Connected apps", responses=ConnectedAppsSerializer)
    def get(self, request: Request) -> Response:
        """The apps that can act for you, by name, all at once. Not for tokens."""
        found = connections.connected_apps(_caller(request))
        return Response({"results": ConnectedAppSerializer(found, many=True).data})


class ConnectionView(Endpoint):
    required_scopes = {"DELETE": None}
    permission_classes = [IsSession]

    @extend_schema(operation_id="disconnect_app", summary="Disconnect an app", responses={204: None})
    def delete(self, request: Request, client_id: str) -> Response:
        """Take everything back that you have allowed this app: its tokens are dead at once. Not for tokens."""
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
