"""The logs as pages. As streams (Accept: text/event-stream) the same addresses are answered by asgi.py."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import QueryDict
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.api.callers import caller, viewer_id
from games.core.models.events import Event
from games.core.presenters import Data, event_data, rfc3339
from games.core.queries import current_game
from games.core.scopes import GAME_READ
from games.play.api.answers import game_answer
from games.streams.api.serializers import EventsPageSerializer, EventsQuery, GameEventsPageSerializer
from games.streams.api.stream_lines import stream_line
from games.streams.errors import TooManyStreams
from games.streams.logs import GameLog, ResumePoint, UserLog
from games.streams.queries import events_of_game, events_of_user, reader_of
from kit import database_time
from kit.endpoints import Endpoint
from kit.errors import StreamsFull
from kit.requests import query_of

SSE = OpenApiResponse(
    OpenApiTypes.STR,
    description="With `Accept: text/event-stream` the same events as they happen, one `data:` line of JSON each, with "
    "`id:` = `seq` and `event:` = `type`, the first with `retry:`; go on after a break with `Last-Event-ID`. With "
    "`application/x-ndjson` every line is such a JSON, or empty. Beside events there are `ready`, `state` and `reset`.",
)
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="For streams and long polling: the last `seq` that you have. It takes precedence over `after`.",
)
# Of a stream at the same address.
OF_STREAMS = (StreamsFull, TooManyStreams)
FORMS = {(200, "text/event-stream"): SSE, (200, "application/x-ndjson"): stream_line()}


class UserEventsView(Endpoint):
    required_scopes = {"GET": GAME_READ}
    refusals = {"GET": OF_STREAMS}

    @extend_schema(
        operation_id="list_events",
        summary="My events",
        parameters=[EventsQuery, LAST_EVENT_ID],
        responses={200: EventsPageSerializer, **FORMS},
    )
    def get(self, request: Request) -> Response:
        """All events that concern you, in one log that is numbered without gaps."""
        wanted = query_of(request, EventsQuery)
        user = caller(request)
        place = ResumePoint.of(UserLog(user_id=user.pk), after=wanted["after"])
        rows: Iterable[Any] = ()
        if not place.is_newest:
            rows = events_of_user(user.pk, after=place.after)[: wanted["page_size"] + 1]
        return Response(
            _page(request, wanted, place, [_event_data(row, row.event, seq=row.seq, reader_id=user.pk) for row in rows])
        )


class GameEventsView(Endpoint):
    required_scopes = {"GET": None}
    refusals = {"GET": OF_STREAMS}

    @extend_schema(
        operation_id="list_game_events",
        summary="Events of a game",
        parameters=[EventsQuery, LAST_EVENT_ID],
        responses={200: GameEventsPageSerializer, **FORMS},
    )
    def get(self, request: Request, number: int) -> Response:
        """The log of a game, with the game as it stands now. Messages and draw offers are for its players only."""
        wanted = query_of(request, EventsQuery)
        game = current_game(number)
        place = ResumePoint.of(GameLog(game=game, viewer_id=viewer_id(request)), after=wanted["after"])
        rows: Iterable[Any] = ()
        if not place.is_newest:
            rows = events_of_game(game, viewer_id(request), after=place.after)[: wanted["page_size"] + 1]
        reader_id = reader_of(game, viewer_id(request))
        page = _page(request, wanted, place, [_event_data(row, row, seq=row.pk, reader_id=reader_id) for row in rows])
        return Response({**page, "game": game_answer(request, game).data})


def _event_data(row: Any, event: Event, *, seq: int, reader_id: int | None) -> Data:
    """The event of a row that a selector has read for the caller."""
    return event_data(event, seq=seq, reader_id=reader_id, is_unheard=row.is_unheard)


def _page(request: Request, wanted: dict[str, Any], place: ResumePoint, events: list[Data]) -> Data:
    """A page of at most `page_size` of the events, of which there may be one more."""
    results = events[: wanted["page_size"]]
    last_seq = results[-1]["seq"] if results else place.after
    more = len(events) > len(results)
    return {
        "results": results,
        "next": _address(request, after=last_seq) if more else None,
        "previous": None,
        "reset": place.is_reset,
        "last_seq": last_seq,
        # Something may have happened between the two reads.
        "newest_seq": max(last_seq, place.newest),
        "server_time": rfc3339(database_time.now()),
    }


def _address(request: Request, *, after: int) -> str:
    query = QueryDict(mutable=True)
    query.update(request.query_params.dict())
    query["after"] = str(after)
    return f"{settings.SITE_URL}{request.path}?{query.urlencode()}"
