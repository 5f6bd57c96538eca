"""Selecting and reading the games of a player for a download, in pages by number.

Each page is read by a short query of its own. Only the number of the last game is kept between pages.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.db.models.lookups import GreaterThanOrEqual, LessThan

from accounts.models import User
from games.core.models.games import Game, PlayedMove
from kit.sql import fetched
from muehle import Color


class PlayerResult(StrEnum):
    """The result of a game from the player's side."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSelection:
    """The games of a player, newest first unless `oldest_first`, beyond the number `after` in that order.

    `since` (inclusive) and `until` (exclusive) apply to the end of a game; to its beginning while it is ongoing.
    `columns` has other conditions: status, result, termination, rules, rated.
    """

    player: User
    opponent: User | None = None
    outcome: PlayerResult | None = None
    since: datetime | None = None
    until: datetime | None = None
    columns: Mapping[str, object] = field(default_factory=dict)
    oldest_first: bool = False
    after: int | None = None

    def page(self, *, after: int | None, size: int) -> list[tuple[int, int]]:
        """Number and half-moves of the next games. One query, which reads an index for each colour."""
        order = "number" if self.oldest_first else "-number"
        white, black = (
            self._rows(color, after=after).order_by(order).values_list("number", "ply")[:size] for color in Color
        )
        return list(white.union(black, all=True).order_by(order)[:size])

    def _rows(self, color: Color, *, after: int | None) -> QuerySet[Game]:
        """The games in which the player has this colour."""
        conditions = {color.value: self.player, **self.columns}
        if self.opponent:
            conditions[color.opponent.value] = self.opponent
        if after is not None:
            conditions["number__gt" if self.oldest_first else "number__lt"] = after
        rows: QuerySet[Game] = Game.objects.filter(**conditions)
        if self.outcome:
            rows = rows.filter(result=_result(self.outcome, color))
        return self._within(rows)

    def _within(self, rows: QuerySet[Game]) -> QuerySet[Game]:
        moment = Coalesce("finished_at", "started_at")
        if self.since:
            rows = rows.filter(GreaterThanOrEqual(moment, self.since))
        return rows.filter(LessThan(moment, self.until)) if self.until else rows


def _result(outcome: PlayerResult, color: Color) -> str:
    if outcome is PlayerResult.DRAWN:
        return Game.Result.DRAWN.value
    won = (color is Color.WHITE) is (outcome is PlayerResult.WON)
    return Game.Result.WHITE_WON.value if won else Game.Result.BLACK_WON.value


def games_in(numbers: Sequence[int]) -> list[Game]:
    """The games with their players, in the order of the given numbers; one query."""
    found = Game.objects.with_players().in_bulk(numbers)
    return [found[number] for number in numbers]


def moves_of_games(numbers: Sequence[int]) -> dict[int, list[PlayedMove]]:
    """The moves of the games in order with the time they took, by number; one query. Games without moves are left
    out."""
    statement = """
        SELECT game_id, ply, notation, played_at, position, seconds_spent FROM core_move WHERE game_id = ANY(%s)
        ORDER BY game_id, ply
        """
    moves: dict[int, list[PlayedMove]] = {}
    for number, *columns in fetched(statement, [list(numbers)]):
        moves.setdefault(number, []).append(PlayedMove._make(columns))
    return moves
