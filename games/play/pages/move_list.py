"""The list of a game's moves as its page shows it: by full moves, each half-move with how often its position stood."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from games.core.models.games import PlayedMove
from muehle import PlayedAgain, Repetition, RuleSet, played_again
from muehle.game import SEQUENCE_MOVES


class ListedMove(NamedTuple):
    """A half-move of the list; `seen` counts how often its position had stood by then, this time included.

    `again` is the sequence that it repeated, where the rules draw by sequences.
    """

    ply: int
    notation: str
    position: str
    seen: int
    again: PlayedAgain | None


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A line of the move list: both half-moves of a full move; Black's may be missing."""

    number: int
    white: ListedMove
    black: ListedMove | None


def rows_of(moves: list[ListedMove]) -> list[MoveRow]:
    """The half-moves, two in a line."""
    pairs = [moves[start : start + 2] for start in range(0, len(moves), 2)]
    return [MoveRow(number, *pair, *[None] * (2 - len(pair))) for number, pair in enumerate(pairs, start=1)]


def listed(moves: Iterable[PlayedMove], rules: RuleSet) -> list[ListedMove]:
    """The moves of a game with the counts of their positions, which begin anew with each placing or removal."""
    seen: Counter[str] = Counter()
    notations: list[str] = []
    rows = []
    for move in moves:
        if "-" not in move.notation or "x" in move.notation:
            seen.clear()
        # All but the half-moves without a mill, which grow while the position comes back.
        place = move.position.rpartition(" ")[0]
        seen[place] += 1
        notations.append(move.notation)
        again = played_again(notations[-SEQUENCE_MOVES:]) if rules.repetition is Repetition.SEQUENCE else None
        rows.append(ListedMove(move.ply, move.notation, move.position, seen[place], again))
    return rows
