"""The first page of the administration: what waits for the reader, what was done, and a search. Reads only."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib import admin
from django.db.models import Count, Min, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.models.games import Game
from games.disputes import figures, queue, roles
from games.disputes.figures import WorkDone
from games.disputes.models import Dispute
from games.disputes.roles import Action
from games.reports import cases
from games.reports.models import PersonCase
from kit import database_time

# Hits of each kind that are shown.
MOST_HITS = 8
LONGEST_SEARCH = 150


class Hit(NamedTuple):
    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits in the queue: `oldest` was opened first, `next_number` is the case that comes next for the reader."""

    counts: dict[str, int]
    oldest: Dispute | None
    next_number: int | None
    done: WorkDone


@dataclass(frozen=True, slots=True)
class PersonsWaiting:
    """How many cases about people nobody has, how many the reader has, and when the oldest of all was opened."""

    waiting: int
    mine: int
    oldest: datetime | None


def waiting_for(reader: User) -> Waiting | None:
    """In four queries; None for whoever reads no cases."""
    if not roles.may(reader, Action.READ):
        return None
    now = database_time.now()
    rows = queue.cases_for(reader, now=now).filter(status__in=Dispute.PENDING)
    return Waiting(
        counts=queue.counts_for(reader, now=now),
        oldest=rows.order_by("opened_at", "pk").first(),
        next_number=queue.next_number(reader, now=now) if roles.may(reader, Action.TAKE) else None,
        done=figures.work_done(reader, now=now),
    )


def persons_waiting_for(reader: User) -> PersonsWaiting | None:
    """In one query; None for whoever does not read cases about people."""
    if not reader.has_perm("reports.view_personcase"):
        return None
    rows = PersonCase.objects.filter(cases.of_others(reader), status__in=PersonCase.PENDING)
    is_open, is_mine = Q(status=PersonCase.Status.OPEN), Q(taken_by=reader)
    found = rows.aggregate(
        waiting=Count("pk", filter=is_open), mine=Count("pk", filter=is_mine), oldest=Min("opened_at")
    )
    return PersonsWaiting(**found)


def found(request: HttpRequest, wanted: str) -> list[Hit]:
    """Cases, games and players with this number or name, as far as the reader finds them in the tables."""
    wanted = wanted.replace("\0", "").strip()[:LONGEST_SEARCH]
    if not wanted:
        return []
    return [
        *(Hit(f"{_('case')} № {row.pk}: {_game(row.game)}", _page(row)) for row in _rows(request, Dispute, wanted)),
        *(
            Hit(f"{_('case about a person')} № {row.pk}: {row.person.shown_name}", _page(row))
            for row in _rows(request, PersonCase, wanted)
        ),
        *(Hit(f"{_('game')} {_game(row)}", _page(row)) for row in _rows(request, Game, wanted)),
        *(
            Hit(f"{_('player')} {person.shown_name}", reverse("admin:reports_person", args=[person.pk]))
            for person in _persons(request, wanted)
        ),
    ]


def _rows(request: HttpRequest, model: type[Any], wanted: str) -> list[Any]:
    """What the search of the table finds for this reader."""
    table = admin.site.get_model_admin(model)
    if not table.has_view_permission(request):
        return []
    rows, _is_doubled = table.get_search_results(request, table.get_queryset(request), wanted)
    # Each of these tables says which rows are fetched with its own.
    related: Any = table.list_select_related or ()
    return list(rows.select_related(*related).order_by("-pk")[:MOST_HITS])


def _persons(request: HttpRequest, wanted: str) -> list[User]:
    if not admin.site.get_model_admin(PersonCase).has_view_permission(request):
        return []
    named = Q(username__icontains=wanted) | Q(display_name__icontains=wanted)
    return list(
        User.objects.filter(named).exclude(username=request.user.get_username()).order_by("username")[:MOST_HITS]
    )


def _page(row: Any) -> str:
    options = row._meta  # noqa: SLF001  (the name under which Django documents it)
    return reverse(f"admin:{options.app_label}_{options.model_name}_change", args=[row.pk])


def _game(game: Game) -> str:
    return f"#{game.number} {game.white.name} – {game.black.name}"
