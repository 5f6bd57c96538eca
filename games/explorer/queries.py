"""What was played in a position."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Sum

from games.explorer.bands import Band
from games.explorer.models import OpeningMove
from games.explorer.orientation import Orientation, moves_behind, orientation_of
from muehle import Move, Position, RuleSet


class Results(NamedTuple):
    """How games have ended."""

    white_won: int = 0
    drawn: int = 0
    black_won: int = 0

    @property
    def games(self) -> int:
        return sum(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMove:
    """A move with the results of the games in which it was played; `equivalent` are its other images, if the position
    is symmetrical."""

    move: Move
    equivalent: Sequence[Move]
    position: Position
    results: Results


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The moves that were played in a position, the most frequent one first, and the results of all of them."""

    moves: Sequence[PlayedMove]
    results: Results


def opening_of(position: Position, *, rules: RuleSet, band: Band | None = None, year: int | None = None) -> Opening:
    """What was played in the position, or in an image of it, in games of a band and a year or in all."""
    orientation = orientation_of(position)
    rows = OpeningMove.objects.filter(rules=rules.name, position=orientation.number)
    rows = rows if band is None else rows.filter(band=band)
    rows = rows if year is None else rows.filter(year=year)
    sums = rows.values_list("move").annotate(Sum("white_won"), Sum("drawn"), Sum("black_won"))
    found = [(stored, Results(*numbers)) for stored, *numbers in sums]
    # What was taken back leaves rows with zeros.
    moves = [_played(position, stored, results, orientation, rules) for stored, results in found if results.games]
    moves.sort(key=lambda each: (-each.results.games, str(each.move)))
    total = Results(*map(sum, zip(*(each.results for each in moves), strict=True)))
    return Opening(moves=moves, results=total)


def _played(position: Position, stored: str, results: Results, orientation: Orientation, rules: RuleSet) -> PlayedMove:
    move, *equivalent = moves_behind(stored, orientation)
    return PlayedMove(move=move, equivalent=equivalent, position=position.play(move, rules), results=results)


def years_of(rules: RuleSet) -> list[int]:
    """The years in which games with these rules were counted, the last one first. Each game begins at the start."""
    start = orientation_of(Position.start()).number
    rows = OpeningMove.objects.filter(rules=rules.name, position=start)
    return list(rows.order_by("-year").values_list("year", flat=True).distinct())
