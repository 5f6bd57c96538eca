"""Answers that several views give: a game for its viewer, a challenge, a page of a list."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games import reliability, selectors
from games.api.callers import viewer_id
from games.api.pagination import CursorPagination
from games.models import Challenge, Game
from games.shapes import Shape, challenge_shape, game_shape, player_shape


def game_answer(request: Request, game: Game, *, status: int = 200, with_legal_moves: bool = False) -> Response:
    """The game as the caller may see it."""
    viewer, now = viewer_id(request), timezone.now()
    return Response(game_shape(game, viewer_id=viewer, now=now, with_legal_moves=with_legal_moves), status=status)


def player_answer(player: User, *, status: int = 200) -> Response:
    """What everybody may know of the player."""
    now = timezone.now()
    shape = player_shape(
        player,
        ratings=selectors.ratings_of(player.pk),
        counts=selectors.game_counts_of(player.pk),
        reliability=reliability.reliability_of(player.pk, now=now),
        away_until=selectors.away_until([player.pk], now=now).get(player.pk),
    )
    return Response(shape, status=status)


def challenge_answer(challenge: Challenge, *, status: int = 200, **more: Any) -> Response:
    """The challenge, and what else this answer has to say."""
    (shape,) = challenge_shapes([challenge])
    return Response({**shape, **more}, status=status)


def challenge_shapes(challenges: Iterable[Challenge]) -> list[Shape]:
    """Challenges with today's ratings and reliability, which cost a query each for all."""
    rows, now = list(challenges), timezone.now()
    ratings = selectors.shown_ratings_of(rows)
    punctuality = reliability.punctuality_of(selectors.people_in(rows))
    return [challenge_shape(row, now=now, ratings=ratings, punctuality=punctuality) for row in rows]


def whole_answer(shapes: list[Shape]) -> Response:
    """A short list in the form of a page; there is never a second one."""
    return Response({"results": shapes, "next": None, "previous": None})


def page_answer(request: Request, rows: QuerySet[Any], shapes: Callable[[list[Any]], list[Shape]]) -> Response:
    """A page of the rows in their own order, each in its shape."""
    paginator = CursorPagination()
    page = paginator.paginate_queryset(rows, request) or []
    return paginator.get_paginated_response(shapes(page))
