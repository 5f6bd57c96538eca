"""Ended games are counted once each, and taken back when their result changes."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Final

import structlog
from django.db import transaction
from django.db.models import F, Q

from games.core.event_log import Entry
from games.core.models.games import Game, GameQuerySet
from games.core.models.terms import Pool
from games.explorer.bands import band_of
from games.explorer.models import CountedGame, CountingProgress, OpeningMove
from games.explorer.orientation import orientation_of, stored_move
from games.play.events import DEADLINE_MOVED
from kit import database_time, locks
from kit.sql import fetched
from muehle import RULESETS, IllegalMove, MalformedMove, Move, Position

log = structlog.get_logger(__name__)

# The stones of both sides: later half-moves are not counted.
PLIES: Final = 18
# Both sides have moved twice: until then either may abort.
LEAST_PLIES: Final = 4
# In one transaction. An arbiter's decision waits for it.
BATCH: Final = 50
# A game may be stored some time after the instant at which it ended: those of the last minutes are looked at again.
MARGIN: Final = timedelta(minutes=10)
FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)
STEP: Final = timedelta(minutes=1)

# Rule set, position, move, band, year, result.
Counted = tuple[str, int, str, int, int, str]


def count_next() -> int:
    """Count some ended games, in the order of their ends, and return how many; 0 if all are counted."""
    now, until = database_time.now(), counted_until()
    found = list(_uncounted(until).order_by("finished_at").values_list("number", "finished_at")[:BATCH])
    with transaction.atomic():
        _count([number for number, _at in found])
        reached = now - MARGIN
        if len(found) == BATCH and found[-1][1] is not None:
            reached = min(reached, found[-1][1])
        if reached >= until + STEP:
            _store_progress(reached)
    return len(found)


def uncounted_seconds() -> float:
    """How long ago the first of the games ended that are not counted yet; 0 if all are."""
    first = _uncounted(counted_until()).order_by("finished_at").values_list("finished_at", flat=True).first()
    return (database_time.now() - first).total_seconds() if first else 0.0


def counted_until() -> datetime:
    """All games that ended before this are counted."""
    reached = CountingProgress.objects.values_list("counted_until", flat=True).first()
    return reached or FIRST


def _store_progress(reached: datetime) -> None:
    row, is_new = CountingProgress.objects.get_or_create(pk=1, defaults={"counted_until": reached})
    if not is_new:
        # Another worker may have come further.
        CountingProgress.objects.filter(pk=row.pk, counted_until__lt=reached).update(counted_until=reached)


def _uncounted(until: datetime) -> GameQuerySet:
    """Games that ended since then and are to be counted, or were counted with another end."""
    is_new = Q(counted=None, status=Game.Status.FINISHED, pool=Pool.PEOPLE, ply__gte=LEAST_PLIES)
    has_other_end = Q(counted__finished_at__lt=F("finished_at")) | Q(counted__finished_at__gt=F("finished_at"))
    return Game.objects.filter(is_new | has_other_end, finished_at__gte=until)


def _count(numbers: Sequence[int]) -> None:
    """Count those of these games that are to be counted. Their rows are locked first: their ends do not change now."""
    if not numbers:
        return
    rows = Game.objects.select_for_update(no_key=True).filter(number__in=numbers).order_by("number")
    games = list(rows)
    locks.hold(__name__)
    known = CountedGame.objects.select_related("game").in_bulk(numbers)
    changed = [game for game in games if game.pk not in known or known[game.pk].finished_at != game.finished_at]
    _take_back([known[game.pk] for game in changed if game.pk in known])
    moves = _moves_of([game.pk for game in changed])
    counted = [_counted(game, moves.get(game.pk, "")) for game in changed if _is_to_be_counted(game)]
    CountedGame.objects.bulk_create(counted)
    _change(_ADD, counted)


def _is_to_be_counted(game: Game) -> bool:
    return game.status == Game.Status.FINISHED and game.pool == Pool.PEOPLE and game.ply >= LEAST_PLIES


def _counted(game: Game, moves: str) -> CountedGame:
    assert game.finished_at is not None  # noqa: S101  (for the type checker: it has ended)
    counted = CountedGame(
        game=game, finished_at=game.finished_at, result=game.result, band=band_of(game).value, moves=moves
    )
    try:
        _rows_of(counted)
    except (IllegalMove, MalformedMove) as error:
        # The game audit names such games. It is counted without moves, so that others are not kept waiting.
        log.error("game_not_counted", game=game.pk, error=str(error))  # noqa: TRY400
        counted.moves = ""
    return counted


def _moves_of(numbers: Sequence[int]) -> dict[int, str]:
    return dict(fetched(_MOVES, [list(numbers), PLIES]))


_MOVES = """
SELECT game_id, string_agg(notation, ' ' ORDER BY ply) FROM core_move
WHERE game_id = ANY(%s) AND ply <= %s GROUP BY game_id
"""


def hear(entries: Sequence[Entry], _now: datetime) -> None:
    """Take back what was counted of a game that a decision resumes, before anybody moves in it again."""
    resumed = [
        entry.game.pk
        for entry in entries
        if entry.type == DEADLINE_MOVED and entry.data["why"] == "dispute" and entry.game is not None
    ]
    if resumed and CountedGame.objects.filter(game__in=resumed).exists():
        # Whoever counts games holds their rows before this lock, and so does the decision.
        locks.hold(__name__)
        _take_back(list(CountedGame.objects.filter(game__in=resumed).select_related("game")))


def _take_back(counted: Sequence[CountedGame]) -> None:
    _change(_TAKE, counted)
    CountedGame.objects.filter(pk__in=[each.pk for each in counted]).delete()


def _rows_of(counted: CountedGame) -> list[Counted]:
    """What a game adds one to."""
    rules, position, rows = RULESETS[counted.game.rules], Position.start(), []
    for text in counted.moves.split():
        move, orientation = Move.parse(text), orientation_of(position)
        stored, year = stored_move(move, orientation), counted.finished_at.year
        rows.append((rules.name, orientation.number, stored, counted.band, year, counted.result))
        position = position.play(move, rules)
    return rows


def _change(statement: str, counted: Sequence[CountedGame]) -> None:
    """Change the counts by these games. Only one transaction does so at a time."""
    rows = Counter(chain.from_iterable(map(_rows_of, counted)))
    keys = sorted({row[:5] for row in rows})
    if keys:
        results = (Game.Result.WHITE_WON, Game.Result.DRAWN, Game.Result.BLACK_WON)
        numbers = [[rows[*key, result.value] for key in keys] for result in results]
        fetched(statement, [*map(list, zip(*keys, strict=True)), *numbers])


_TABLE: Final = OpeningMove._meta.db_table  # noqa: SLF001
_ROWS: Final = """
    unnest(%s::text[], %s::bigint[], %s::text[], %s::smallint[], %s::smallint[], %s::int[], %s::int[], %s::int[])
        AS row (rules, position, move, band, year, white_won, drawn, black_won)
"""
_ADD: Final = f"""
INSERT INTO {_TABLE} AS kept (rules, position, move, band, year, white_won, drawn, black_won)
SELECT * FROM {_ROWS}
ON CONFLICT (rules, position, move, band, year) DO UPDATE SET white_won = kept.white_won + EXCLUDED.white_won,
    drawn = kept.drawn + EXCLUDED.drawn, black_won = kept.black_won + EXCLUDED.black_won
"""  # noqa: S608
_TAKE: Final = f"""
UPDATE {_TABLE} AS kept SET white_won = kept.white_won - row.white_won, drawn = kept.drawn - row.drawn,
    black_won = kept.black_won - row.black_won
FROM {_ROWS} WHERE (kept.rules, kept.position, kept.move, kept.band, kept.year)
    = (row.rules, row.position, row.move, row.band, row.year)
"""  # noqa: S608
