"""My chat apps."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from accounts.api.permissions import HasScope, IsFreshToChange
from games.chat_apps import actions
from games.chat_apps.api.serializers import (
    ChatConnectionChanges,
    ChatConnectionInput,
    ChatConnectionSerializer,
    connection_data,
)
from games.core.api.callers import caller, token_of
from games.core.scopes import WEBHOOK_WRITE
from kit.endpoints import Endpoint
from kit.pagination import page_answer
from kit.requests import body_of

# A look-up of a foreign name, or a request to a foreign server, counts as several calls.
COST = 10


class ChatConnectionsView(Endpoint):
    required_scopes = {"GET": WEBHOOK_WRITE, "POST": WEBHOOK_WRITE}
    location = "chat-connections/{id}/"
    pagination_class: Any = api_settings.DEFAULT_PAGINATION_CLASS
    permission_classes = [HasScope, IsFreshToChange]
    refusals = {"POST": (actions.connect,)}
    throttle_costs = {"POST": COST}

    @extend_schema(
        operation_id="list_chat_connections",
        summary="My chat apps",
        responses=ChatConnectionSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The places in chat apps to which your notifications are sent, newest first."""
        rows = actions.connections_of(caller(request))
        return page_answer(request, rows, lambda page: [connection_data(row) for row in page])

    @extend_schema(
        operation_id="create_chat_connection",
        summary="Connect a chat app",
        request=ChatConnectionInput,
        responses={201: ChatConnectionSerializer},
    )
    def post(self, request: Request) -> Response:
        """Send your notifications to a place in a chat app. Its address and token are stored encrypted."""
        place = body_of(request, ChatConnectionInput)
        connection = actions.connect(caller(request), **place, set_up_with=token_of(request))
        return Response(connection_data(connection), status=201)


class ChatConnectionView(Endpoint):
    required_scopes = dict.fromkeys(("GET", "PATCH", "DELETE"), WEBHOOK_WRITE)
    permission_classes = [HasScope, IsFreshToChange]

    @extend_schema(
        operation_id="get_chat_connection", summary="One of my chat apps", responses=ChatConnectionSerializer
    )
    def get(self, request: Request, connection_id: int) -> Response:
        """One of the places in chat apps to which your notifications are sent."""
        return Response(connection_data(actions.connection_of(caller(request), connection_id)))

    @extend_schema(
        operation_id="change_chat_connection",
        summary="Switch a chat app on or off",
        request=ChatConnectionChanges,
        responses=ChatConnectionSerializer,
    )
    def patch(self, request: Request, connection_id: int) -> Response:
        """Switch a chat app off or on. Notifications of events that happen while it is off are not sent later."""
        is_on = body_of(request, ChatConnectionChanges)["active"]
        return Response(connection_data(actions.switch(caller(request), connection_id, on=is_on)))

    @extend_schema(operation_id="delete_chat_connection", summary="Disconnect a chat app", responses={204: None})
    def delete(self, request: Request, connection_id: int) -> Response:
        """Delete the place, with its address and token."""
        actions.disconnect(caller(request), connection_id)
        return Response(status=204)


class ChatConnectionTestView(Endpoint):
    required_scopes = {"POST": WEBHOOK_WRITE}
    location = "chat-connections/{connection_id}/"
    throttle_cost = COST
    refusals = {"POST": (actions.ask_test,)}

    @extend_schema(
        operation_id="test_chat_connection",
        summary="Send a test to a chat app",
        request=None,
        responses={201: ChatConnectionSerializer},
    )
    def post(self, request: Request, connection_id: int) -> Response:
        """Send a test notification, once. `last_tried_at` and `error` show the result."""
        body_of(request)
        return Response(connection_data(actions.ask_test(caller(request), connection_id)), status=201)
