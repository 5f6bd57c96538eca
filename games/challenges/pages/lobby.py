"""The lobby: challenges that anybody may take who fits them."""

from collections.abc import Iterable
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.models import User
from games.challenges import eligibility
from games.challenges.eligibility import Standing
from games.challenges.models import Challenge
from games.challenges.queries import lobby_for, open_challenges_of, seats_of_bots
from games.core.models.terms import Pool, Rules

SEATS_A_PAGE = 24
BY = ("people", "bots")


def lobby(request: HttpRequest) -> HttpResponse:
    """Open seats, those of other players to be taken and, on the first page, the reader's own to be withdrawn."""
    now = timezone.now()
    seats = lobby_for(request.user.pk, now=now)
    rules = request.GET.get("rules", "")
    if rules in Rules.values:
        seats = seats.filter(rules=rules)
    by = request.GET.get("by", "")
    if by in BY:
        seats = seats_of_bots(seats, bots=by == "bots")
    reader = request.user if request.user.is_authenticated else None
    fits = reader is not None and request.GET.get("fits") == "yes"
    if fits:
        seats = eligibility.fitting(seats, reader)
    page = Paginator(seats, SEATS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "seats": _seats(page.object_list, reader),
        "own": _own_seats(request.user.pk),
        "rules": Rules,
        "chosen": rules,
        "by": by if by in BY else "",
        "fits": fits,
        "query": _query(rules=rules if rules in Rules.values else "", by=by if by in BY else "", fits="yes" * fits),
    }
    return render(request, "challenges/lobby.html", context)


def _query(**chosen: str) -> str:
    """What is chosen, as the links to further pages carry it on."""
    return "".join(f"{name}={value}&" for name, value in chosen.items() if value)


def _own_seats(user_id: int | None) -> list[Challenge]:
    if user_id is None:
        return []
    asked = open_challenges_of(user_id, now=timezone.now())
    return list(asked.filter(challenger=user_id, kind=Challenge.Kind.OPEN))


class Seat(NamedTuple):
    """A challenge of the lobby; `unfit` and `unreliable` are the reader's rating and reliability, each where it keeps
    him from taking the seat."""

    challenge: Challenge
    unfit: int | None = None
    unreliable: int | None = None
    is_for_people: bool = False


def _seats(challenges: Iterable[Challenge], reader: User | None) -> list[Seat]:
    if reader is None:
        return [Seat(row) for row in challenges]
    standing = eligibility.standing_of(reader)
    return [_seat_for(reader, row, standing) for row in challenges]


def _seat_for(reader: User, row: Challenge, standing: Standing) -> Seat:
    rating = standing.rating_in(row.rules, Pool.between(row.challenger, reader))
    return Seat(
        row,
        unfit=None if row.is_for_rating(rating) else rating,
        unreliable=None if row.is_for_reliability(standing.reliability) else standing.reliability,
        is_for_people=reader.is_bot and not (row.challenger.is_bot or row.bots_welcome),
    )
