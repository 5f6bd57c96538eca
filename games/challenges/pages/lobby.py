"""The lobby: open challenges."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import render

from accounts.models import User
from games.challenges import eligibility
from games.challenges.eligibility import Qualifications
from games.challenges.models import Challenge
from games.challenges.pages.computers import offered
from games.challenges.pages.forms import LobbyForm
from games.challenges.queries import (
    challenges_by_bots,
    heard_by,
    lobby_for,
    lobby_version,
    of_pace,
    open_challenges_of,
    shown_ratings_of,
    with_pace,
    with_rating,
    with_reliability,
)
from games.core.models.terms import Pool
from games.players.pages import new_guests
from games.players.reliability import punctuality_of
from kit import database_time
from kit.pages import page_of
from muehle.clocks import DAY

PAGE = 40
# The number of challenges below the table that the reader cannot accept.
MOST_OTHERS = 10
# More are not counted.
MOST_COUNTED = 999

# Seconds per move, more than the first and at most the second.
PACES = {"fast": (0, 2 * DAY), "medium": (2 * DAY, 5 * DAY), "slow": (5 * DAY, 10**9)}
# By what each heading sorts at first; a second click reverses it.
SORTS = {"name": "name", "rating": "-rating", "reliability": "-reliability", "pace": "pace", "age": "age"}


class Heading(NamedTuple):
    """Of a column: by what its link sorts, and the direction in which the table is sorted by it."""

    sort: str
    direction: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What the reader has chosen. Unknown values count as none, and are in no link."""

    rules: str
    pace: str
    by: str
    sort: str
    # The challenges that the reader cannot accept, instead of those they can.
    is_of_others: bool

    @classmethod
    def of(cls, form: LobbyForm, query: QueryDict) -> "Filters":
        form.full_clean()
        chosen = {name: form.cleaned_data.get(name, "") for name in form.fields}
        sort = query.get("sort", "")
        is_known = sort.removeprefix("-") in SORTS
        return cls(**chosen, sort=sort if is_known else SORTS["age"], is_of_others=query.get("fits") == "no")

    @property
    def query(self) -> str:
        """As in the links to further pages."""
        sort = self.sort if self.sort != SORTS["age"] else ""
        chosen = {"rules": self.rules, "pace": self.pace, "by": self.by, "sort": sort, "fits": "no" * self.is_of_others}
        return "".join(f"{name}={value}&" for name, value in chosen.items() if value)

    @property
    def is_narrowed(self) -> bool:
        return bool(self.rules or self.pace or self.by)

    def apply(self, rows: QuerySet[Challenge]) -> QuerySet[Challenge]:
        if self.rules:
            rows = rows.filter(rules=self.rules)
        if self.by:
            rows = challenges_by_bots(rows, bots=self.by == "bots")
        if self.pace:
            more_than, at_most = PACES[self.pace]
            rows = of_pace(rows, more_than=more_than, at_most=at_most)
        return rows

    def order(self, rows: QuerySet[Challenge]) -> QuerySet[Challenge]:
        is_reversed, name = self.sort.startswith("-"), self.sort.removeprefix("-")
        if name == "age":
            return rows.order_by("number" if is_reversed else "-number")
        if name == "name":
            rows = rows.annotate(name=Lower("challenger__username"))
        elif name == "reliability":
            # Players without a figure are last either way.
            rows = with_reliability(rows, of_none=-1 if is_reversed else 101)
        else:
            rows = with_rating(rows) if name == "rating" else with_pace(rows)
        return rows.order_by(self.sort, "-number")

    def headings(self) -> dict[str, Heading]:
        is_reversed, name = self.sort.startswith("-"), self.sort.removeprefix("-")
        chosen = Heading(name if is_reversed else f"-{name}", "descending" if is_reversed else "ascending")
        return {each: Heading(first) for each, first in SORTS.items()} | {name: chosen}


def lobby(request: HttpRequest) -> HttpResponse:
    """The open challenges of others that the reader can accept; below them, on the first page, those they cannot
    accept, and the reader's own. Open pages ask with their version whether there is another one.
    """
    version = lobby_version(now=database_time.now())
    if request.headers.get("If-None-Match") == version:
        return HttpResponseNotModified()
    form = LobbyForm(request.GET)
    filters = Filters.of(form, request.GET)
    reader = request.user if request.user.is_authenticated else None
    every = filters.apply(lobby_for(request.user.pk, now=database_time.now()))
    fitting = _fitting(every, reader)
    others = every.exclude(pk__in=fitting.values("pk")) if fitting is not every else every.none()
    listed = others if filters.is_of_others else fitting
    page = page_of(filters.order(listed), request, size=PAGE)
    # Mostly there are none: counting them is cheaper than to look for them in the order of the table.
    others_count = Count() if filters.is_of_others or page.newer else _count(others)
    below = list(filters.order(others)[:MOST_OTHERS]) if others_count.number else []
    entries = _entries(heard_by(request.user.pk, [*page.rows, *below]), reader)
    context = {
        "version": version,
        "page": page,
        "entries": entries[: len(page.rows)],
        "others": entries[len(page.rows) :],
        "count": _count(listed),
        "others_count": others_count,
        "computers": offered(),
        "own": _own_challenges(request.user.pk),
        "form": form,
        "chosen": filters,
        "headings": filters.headings(),
        # Without what else the address has, which would be in each link.
        "filters": QueryDict(filters.query),
        "query": filters.query,
    }
    return render(request, "challenges/lobby.html", context)


def _fitting(rows: QuerySet[Challenge], reader: User | None) -> QuerySet[Challenge]:
    """Those that the reader can accept; for a visitor, as a guest. All of them where there are no guests."""
    if reader is None:
        return rows.filter(allows_guests=True) if new_guests.are_welcome() else rows
    return eligibility.eligible_challenges(rows, reader)


class Count(NamedTuple):
    """A number of challenges, and the sign that there are more."""

    number: int = 0
    sign: str = ""


def _count(rows: QuerySet[Challenge]) -> Count:
    number = rows.order_by()[: MOST_COUNTED + 1].count()
    return Count(number) if number <= MOST_COUNTED else Count(MOST_COUNTED, "+")


def _own_challenges(user_id: int | None) -> list[Challenge]:
    if user_id is None:
        return []
    asked = open_challenges_of(user_id, now=database_time.now())
    return list(asked.filter(challenger=user_id, kind=Challenge.Kind.OPEN))


class LobbyEntry(NamedTuple):
    """An open challenge in the lobby, with rating and reliability of the challenger, None while they have none.

    `unfit` and `unreliable` are the reader's rating and reliability if these exclude them from accepting.
    """

    challenge: Challenge
    rating: int | None = None
    reliability: int | None = None
    unfit: int | None = None
    unreliable: int | None = None
    is_for_people: bool = False
    is_for_accounts: bool = False

    @property
    def is_hindered(self) -> bool:
        """Whether the reader cannot accept it."""
        return bool(self.unfit or self.unreliable is not None or self.is_for_people or self.is_for_accounts)


def _entries(challenges: list[Challenge], reader: User | None) -> list[LobbyEntry]:
    ratings = shown_ratings_of(challenges)
    punctuality = punctuality_of(row.challenger_id for row in challenges)
    qualifications = eligibility.qualifications_of(reader) if reader and challenges else None

    def entry(row: Challenge) -> LobbyEntry:
        return LobbyEntry(
            row,
            rating=ratings.get((row.challenger_id, row.rules, row.pool)),
            reliability=punctuality[row.challenger_id].percent,
            **_hindrances(row, reader, qualifications),
        )

    return [entry(row) for row in challenges]


def _hindrances(row: Challenge, reader: User | None, qualifications: Qualifications | None) -> dict[str, Any]:
    """Why the reader cannot accept it."""
    if reader is None or qualifications is None:
        return {"is_for_accounts": not (row.allows_guests and new_guests.are_welcome())}
    rating = qualifications.rating_in(row.rules, Pool.between(row.challenger, reader))
    return {
        "unfit": None if row.is_for_rating(rating) else rating,
        "unreliable": None if row.is_for_reliability(qualifications.reliability) else qualifications.reliability,
        "is_for_people": reader.is_bot and not (row.challenger.is_bot or row.bots_welcome),
        "is_for_accounts": reader.is_guest and not row.allows_guests,
    }
