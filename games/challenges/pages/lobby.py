"""The lobby: open challenges."""

from collections.abc import Iterable
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from accounts import database_time
from accounts.models import User
from games.challenges import eligibility
from games.challenges.eligibility import Qualifications
from games.challenges.models import Challenge
from games.challenges.queries import challenges_by_bots, lobby_for, open_challenges_of
from games.core.models.terms import Pool, Rules
from games.players.pages import new_guests
from games.web.paging import page_of

PAGE = 24
BY = ("people", "bots")


def lobby(request: HttpRequest) -> HttpResponse:
    """The open challenges of others, and the reader's own on the first page."""
    now = database_time.now()
    challenges = lobby_for(request.user.pk, now=now)
    rules = request.GET.get("rules", "")
    if rules in Rules.values:
        challenges = challenges.filter(rules=rules)
    by = request.GET.get("by", "")
    if by in BY:
        challenges = challenges_by_bots(challenges, bots=by == "bots")
    reader = request.user if request.user.is_authenticated else None
    fits = reader is not None and request.GET.get("fits") == "yes"
    if fits:
        challenges = eligibility.eligible_challenges(challenges, reader)
    page = page_of(challenges, request, size=PAGE)
    query = _query(rules=rules if rules in Rules.values else "", by=by if by in BY else "", fits="yes" * fits)
    context = {
        "page": page,
        "entries": _entries(page.rows, reader),
        "own": _own_challenges(request.user.pk),
        "rules": Rules,
        "chosen": rules,
        "by": by if by in BY else "",
        "fits": fits,
        # Without what else the address has, which would be in each link.
        "filters": QueryDict(query),
        "query": query,
    }
    return render(request, "challenges/lobby.html", context)


def _query(**chosen: str) -> str:
    """The chosen filters as the query string of links to further pages."""
    return "".join(f"{name}={value}&" for name, value in chosen.items() if value)


def _own_challenges(user_id: int | None) -> list[Challenge]:
    if user_id is None:
        return []
    asked = open_challenges_of(user_id, now=database_time.now())
    return list(asked.filter(challenger=user_id, kind=Challenge.Kind.OPEN))


class LobbyEntry(NamedTuple):
    """An open challenge in the lobby.

    `unfit` and `unreliable` are the reader's rating and reliability if these exclude them from accepting.
    """

    challenge: Challenge
    unfit: int | None = None
    unreliable: int | None = None
    is_for_people: bool = False
    is_for_accounts: bool = False


def _entries(challenges: Iterable[Challenge], reader: User | None) -> list[LobbyEntry]:
    if reader is None:
        no_guests = not new_guests.are_welcome()
        return [LobbyEntry(row, is_for_accounts=no_guests or not row.allows_guests) for row in challenges]
    qualifications = eligibility.qualifications_of(reader)
    return [_entry(reader, row, qualifications) for row in challenges]


def _entry(reader: User, row: Challenge, qualifications: Qualifications) -> LobbyEntry:
    rating = qualifications.rating_in(row.rules, Pool.between(row.challenger, reader))
    return LobbyEntry(
        row,
        unfit=None if row.is_for_rating(rating) else rating,
        unreliable=None if row.is_for_reliability(qualifications.reliability) else qualifications.reliability,
        is_for_people=reader.is_bot and not (row.challenger.is_bot or row.bots_welcome),
        is_for_accounts=reader.is_guest and not row.allows_guests,
    )
