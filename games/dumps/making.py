"""Dumps are made by the worker, a part at a time, each in one short transaction.

A part is some games in the order of their ends, compressed by itself: the parts one after another are a file of gzip.
The row of a dump says how far the next edition has come, so that a worker that is killed loses one part at most, and
workers at once make parts one after another. The same games give the same bytes.
"""

import gzip
import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q

from games.analysis.exports.choice import games_in, moves_of_games
from games.core.models.games import Game, GameQuerySet
from games.dumps.changes import ANEW, LOCK, begin_anew
from games.dumps.models import Dump, DumpPiece
from games.dumps.months import month_after, month_of, start_of
from games.dumps.writing import line_of, record_of
from kit import database_time, locks

GAMES_A_PART: Final = 250
# A game may be stored some time after the instant at which it ended.
MARGIN: Final = timedelta(hours=1)
# A month in which something changes again and again is not made all the time.
LEAST_BETWEEN: Final = timedelta(days=1)

WRITERS: Final = {Dump.Form.NDJSON: line_of, Dump.Form.PGN: record_of}


def dumped_games() -> GameQuerySet:
    """All games that dumps have."""
    return Game.objects.filter(rated=True, status=Game.Status.FINISHED)


def add_months() -> None:
    """Add the dumps of the months that are over."""
    last = Dump.objects.order_by("-month").values_list("month", flat=True).first()
    if last is None:
        first_end = dumped_games().order_by("finished_at").values_list("finished_at", flat=True).first()
        if first_end is None:
            return
        month = month_of(first_end)
    else:
        month = month_after(last)
    new = []
    while start_of(month_after(month)) + MARGIN <= database_time.now():
        new += [Dump(month=month, form=form) for form in Dump.Form]
        month = month_after(month)
    if new:
        with transaction.atomic():
            # A change of a game waits for this, or is waited for: it finds the rows, or the rows have it.
            locks.hold(LOCK)
            Dump.objects.bulk_create(new, ignore_conflicts=True)


def make_next() -> int:
    """Make a part of a dump that is to be made; 0 if there is none."""
    with transaction.atomic():
        rested = Q(made_at=None) | Q(made_at__lte=database_time.now() - LEAST_BETWEEN)
        rows = Dump.objects.filter(rested, is_due=True).order_by("month", "form")
        dump = rows.select_for_update(skip_locked=True, no_key=True).first()
        if dump is None:
            return 0
        _make_part(dump)
    return 1


def make(dump: Dump) -> Dump:
    """Make the next edition of a dump now."""
    with transaction.atomic():
        begin_anew(Dump.objects.filter(pk=dump.pk))
    is_due = True
    while is_due:
        with transaction.atomic():
            dump = Dump.objects.select_for_update(no_key=True).get(pk=dump.pk)
            # A worker may have finished it meanwhile.
            if dump.is_due:
                _make_part(dump)
        is_due = dump.is_due
    return dump


def _make_part(dump: Dump) -> None:
    """Make the next part of the next edition. The row is locked."""
    if dump.next_pieces == 0:
        DumpPiece.objects.filter(dump=dump, edition__gt=dump.edition).delete()
    found = _next_games(dump)
    if found or dump.next_pieces == 0:
        content = gzip.compress(_text(dump, [number for number, _at in found]).encode(), mtime=0)
        DumpPiece.objects.create(dump=dump, edition=dump.edition + 1, number=dump.next_pieces, content=content)
        dump.next_pieces += 1
        dump.next_games += len(found)
    if found:
        dump.reached_number, dump.reached_at = found[-1]
    if len(found) < GAMES_A_PART:
        _finish(dump)
    dump.save()


def _next_games(dump: Dump) -> list[tuple[int, datetime | None]]:
    """Number and end of the games of the next part, by their ends."""
    reached = dump.reached_at or dump.starts_at
    rows = dumped_games().filter(finished_at__gte=reached, finished_at__lt=dump.ends_at)
    rows = rows.filter(Q(finished_at__gt=reached) | Q(number__gt=dump.reached_number))
    return list(rows.order_by("finished_at", "number").values_list("number", "finished_at")[:GAMES_A_PART])


def _text(dump: Dump, numbers: list[int]) -> str:
    moves, write = moves_of_games(numbers), WRITERS[Dump.Form(dump.form)]
    return "".join(write(game, moves.get(game.number, [])) for game in games_in(numbers))


def _finish(dump: Dump) -> None:
    """The next edition is whole: it replaces the one of before."""
    dump.edition, dump.pieces, dump.games = dump.edition + 1, dump.next_pieces, dump.next_games
    digest, dump.size = hashlib.sha256(), 0
    for piece in pieces_of(dump):
        digest.update(piece)
        dump.size += len(piece)
    dump.sha256, dump.made_at, dump.is_due = digest.hexdigest(), database_time.now(), False
    DumpPiece.objects.filter(dump=dump, edition__lt=dump.edition).delete()
    for name, value in ANEW.items():
        setattr(dump, name, value)


class ReplacedError(Exception):
    """A new edition has replaced the one that is being read."""


def pieces_of(dump: Dump) -> Iterator[bytes]:
    """The file; each piece is fetched by a query of its own. Raises ReplacedError."""
    rows = DumpPiece.objects.filter(dump=dump, edition=dump.edition)
    for number in range(dump.pieces):
        content = rows.filter(number=number).values_list("content", flat=True).first()
        if content is None:
            raise ReplacedError
        yield bytes(content)
