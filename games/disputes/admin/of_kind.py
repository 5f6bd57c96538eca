"""What belongs to the kind of a case, to be shown first: the time used for each half-move beside the state of the game,
or the positions that are said to be the same."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.models.games import PlayedMove
from games.disputes.behaviour import is_behind
from games.disputes.evidence import TimedMove
from games.disputes.models import Dispute
from kit.times import duration
from muehle import Color

Category = Dispute.Category
# By kind, the part that comes first; all others are below, folded.
FIRST = {
    Category.DRAW: "positions",
    Category.REPETITION: "positions",
    Category.STALLING: "chart",
    Category.TIMEOUT: "chart",
    Category.COMPUTER_HELP: "chart",
    Category.ABUSE: "messages",
}
POSITIONS = 3
# Units of the drawing: a half-move is so wide, and the bars of a side so high.
WIDTH, HEIGHT = 10, 50


@dataclass(frozen=True, slots=True)
class Bar:
    """The share of its time that a half-move took; White’s bars stand on the middle line, Black’s hang from it. With
    `is_behind` its player had lost more stones than the opponent."""

    ply: int
    x: int
    y: int
    height: int
    ground: int
    is_behind: bool
    is_near: bool
    words: str


@dataclass(frozen=True, slots=True)
class Chart:
    bars: list[Bar]

    @property
    def width(self) -> int:
        return WIDTH * max(1, len(self.bars))


def chart_of(moves: Iterable[TimedMove], played: Iterable[PlayedMove]) -> Chart:
    """Each half-move with the position that it has answered; no query."""
    positions = {move.ply: move.position for move in played}
    return Chart([_bar(index, move, positions.get(move.ply - 1)) for index, move in enumerate(moves)])


def _bar(index: int, move: TimedMove, asked: str | None) -> Bar:
    left = max(0.0, (move.deadline_at - move.played_at).total_seconds())
    share = move.spent / (move.spent + left) if move.spent else 0
    height = max(1, round(HEIGHT * share))
    is_white = move.mover is Color.WHITE
    return Bar(
        ply=move.ply,
        x=WIDTH * index,
        y=HEIGHT - height if is_white else HEIGHT,
        height=height,
        ground=0 if is_white else HEIGHT,
        is_behind=asked is not None and is_behind(asked, move.mover),
        is_near=move.near_the_deadline,
        words=f"{move.ply} {move.notation}: {duration(move.spent)}",
    )


def plies_to_compare(marked: Sequence[int], claims: Sequence[dict[str, Any]]) -> list[int]:
    """The half-moves whose positions are shown beside each other: those that the player has marked, else those that the
    server has counted for a claim; the last ones of many."""
    counted: list[int] = next((claim["plies"] for claim in claims if claim.get("plies")), [])
    return list(marked or counted)[-POSITIONS:]
