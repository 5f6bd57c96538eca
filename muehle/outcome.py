"""Outcomes on the board, and the names of all endings of a game.

Draws by repetition and by the quiet limit are in `draws`; agreement, resignation and time belong to the server.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from muehle.board import Color
from muehle.generation import Turn, has_lost_on_stones, is_blocked

UNFINISHED: Final = "*"


class Termination(StrEnum):
    """The reason why a game is over."""

    STONES = "stones"
    BLOCKED = "blocked"
    REPETITION = "repetition"
    QUIET_LIMIT = "quiet_limit"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    TIMEOUT = "timeout"
    ADJUDICATION = "adjudication"
    ABORT = "abort"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game: `winner` is None for a draw."""

    termination: Termination
    winner: Color | None = None

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is Color.WHITE else "0-1"


def board_outcome(turn: Turn, to_move: Color) -> Outcome | None:
    """The outcome by stones alone: too few of them, or none that can move. Stones are tested first."""
    own, other, own_hand, other_hand = turn
    if has_lost_on_stones(own, own_hand):
        return Outcome(Termination.STONES, to_move.opponent)
    if has_lost_on_stones(other, other_hand):
        return Outcome(Termination.STONES, to_move)
    if is_blocked(own, other, own_hand):
        return Outcome(Termination.BLOCKED, to_move.opponent)
    return None
