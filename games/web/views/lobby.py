"""The lobby: challenges that anybody may take who fits them."""

from collections.abc import Iterable
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games import selectors
from games.models import Challenge, Rating
from games.models.terms import Rules

SEATS_A_PAGE = 24


def lobby(request: HttpRequest) -> HttpResponse:
    """Open seats, those of other players to be taken and, on the first page, the reader's own to be withdrawn."""
    now = timezone.now()
    seats = selectors.lobby_for(request.user.pk, now=now)
    rules = request.GET.get("rules", "")
    if rules in Rules.values:
        seats = seats.filter(rules=rules)
    page = Paginator(seats, SEATS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "seats": _seats(page.object_list, request.user.pk),
        "own": _own_seats(request.user.pk),
        "rules": Rules,
        "chosen": rules,
    }
    return render(request, "games/lobby.html", context)


def _own_seats(user_id: int | None) -> list[Challenge]:
    if user_id is None:
        return []
    asked = selectors.open_challenges_of(user_id, now=timezone.now())
    return list(asked.filter(challenger=user_id, kind=Challenge.Kind.OPEN))


class Seat(NamedTuple):
    """A challenge of the lobby; `unfit` is the reader's rating where it keeps him from taking the seat."""

    challenge: Challenge
    unfit: int | None


def _seats(challenges: Iterable[Challenge], user_id: int | None) -> list[Seat]:
    values = dict(Rating.objects.filter(user=user_id).values_list("rules", "value")) if user_id else {}
    ratings = {rules: round(values.get(rules, Rating().value)) for rules in Rules.values}
    return [Seat(row, _unfit(row, ratings[row.rules]) if user_id else None) for row in challenges]


def _unfit(row: Challenge, rating: int) -> int | None:
    return None if row.is_for_rating(rating) else rating
