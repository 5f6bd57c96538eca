"""The caller's calendar feed."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import HasScope, IsFreshToMake
from games.calendar import feeds
from games.calendar.api.serializers import FeedChanges, FeedSerializer, NewFeedSerializer, feed_data, new_feed_data
from games.core.api.callers import caller, token_of
from games.core.scopes import WEBHOOK_WRITE
from kit.endpoints import Endpoint
from kit.requests import body_of, changes_in


class CalendarFeedView(Endpoint):
    required_scopes = dict.fromkeys(("GET", "POST", "PATCH", "DELETE"), WEBHOOK_WRITE)
    location = "calendar-feed/"
    permission_classes = [HasScope, IsFreshToMake]
    refusals = {"PATCH": (feeds.change_feed,)}

    @extend_schema(operation_id="get_calendar_feed", summary="My calendar feed", responses=FeedSerializer)
    def get(self, request: Request) -> Response:
        """When the feed was created (null if there is none), and when it was last read.

        The address is shown only on creation.
        """
        return Response(feed_data(feeds.feed_of(caller(request))))

    @extend_schema(
        operation_id="make_calendar_feed",
        summary="Create a calendar feed",
        request=None,
        responses={201: NewFeedSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create the secret address at which calendar apps read your deadlines. It replaces the previous one."""
        body_of(request)
        feed, secret = feeds.make_feed(caller(request), token=token_of(request))
        return Response(new_feed_data(feed, secret), status=201)

    @extend_schema(
        operation_id="change_calendar_feed",
        summary="Change my calendar feed",
        request=FeedChanges,
        responses=FeedSerializer,
    )
    def patch(self, request: Request) -> Response:
        """Change what the feed contains besides deadlines. Planned leave is private, but anyone who has the address can
        read it."""
        return Response(feed_data(feeds.change_feed(caller(request), **changes_in(request, FeedChanges))))

    @extend_schema(operation_id="revoke_calendar_feed", summary="Revoke my calendar feed", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Revoke the address, if there is one."""
        feeds.revoke_feed(caller(request))
        return Response(status=204)
