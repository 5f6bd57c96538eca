"""What has happened to me, what was sent to me of it, and a test of both."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from accounts.api.endpoints import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games import selectors
from games.api.answers import page_answer
from games.api.callers import caller
from games.api.serializers.told import (
    SeenInput,
    SeenSerializer,
    SentSerializer,
    ToldSerializer,
    sent_shape,
    told_shape,
)
from games.notifications import bell, choices, testing

COST = 10


class ToldView(Endpoint):
    required_scopes = {"GET": Scope.GAME_READ}
    pagination_class: Any = api_settings.DEFAULT_PAGINATION_CLASS

    @extend_schema(operation_id="list_notices", summary="What has happened", responses=ToldSerializer(many=True))
    def get(self, request: Request) -> Response:
        """What the bell on the site shows you, the newest first."""
        user = caller(request)
        row = choices.settings_of(user)
        return page_answer(
            request,
            bell.items_of(user, row),
            lambda page: [told_shape(item, user, seen=row.bell_seen_seq) for item in page],
        )


class SeenView(Endpoint):
    required_scopes = {"POST": Scope.PREFERENCE_WRITE}

    @extend_schema(
        operation_id="mark_notices_seen", summary="I have seen it", request=SeenInput, responses={201: SeenSerializer}
    )
    def post(self, request: Request) -> Response:
        """Say up to which `seq` you have seen what has happened; what was seen stays so. Answers how much is new."""
        user, seq = caller(request), body_of(request, SeenInput)["seq"]
        bell.mark_seen(user, min(seq, selectors.last_seq_of(user.pk)))
        row = choices.settings_of(user)
        return Response({"seq": row.bell_seen_seq, "unread": bell.unread_count(user, row)}, status=201)


class SentView(Endpoint):
    required_scopes = {"GET": Scope.GAME_READ}
    pagination_class: Any = api_settings.DEFAULT_PAGINATION_CLASS

    @extend_schema(operation_id="list_sent_notices", summary="What was sent to me", responses=SentSerializer(many=True))
    def get(self, request: Request) -> Response:
        """What was sent to you, or waits to be, with what became of it; the latest first, kept for 90 days."""
        return page_answer(request, testing.sent_to(caller(request)), lambda page: [sent_shape(row) for row in page])


class TestView(Endpoint):
    required_scopes = {"POST": Scope.PREFERENCE_WRITE}
    throttle_cost = COST

    @extend_schema(operation_id="test_notices", summary="Send me a test", request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """Have a test sent by every channel: the bell, mail, your webhooks. The log of what was sent shows it."""
        body_of(request)
        testing.send_test(caller(request))
        return Response(status=204)
