"""Whether a position set up by hand can occur in a game, as far as the numbers of stones tell.

The library can play on from any position; these checks find probable mistakes.
"""

from __future__ import annotations

from typing import Final

from muehle.board import BLACK, STONES_EACH, WHITE
from muehle.errors import ImpossiblePosition, SetUpFault
from muehle.position import Position

# The game is over when a removal leaves a side with two stones.
FEWEST_STONES: Final = 2


def require_possible(position: Position) -> None:
    """Raise ImpossiblePosition for an impossible number of stones on the board or in hand, or of quiet half-moves.

    White places first and the sides take turns, so the hands are equal when White is to move, and White has placed one
    more when Black is. There are no quiet half-moves before the last stone is placed.
    """
    for color in (WHITE, BLACK):
        stones = position.hand(color) + position.points(color).bit_count()
        if stones > STONES_EACH:
            raise ImpossiblePosition(SetUpFault.TOO_MANY_STONES, side=color.value, count=stones)
        if stones < FEWEST_STONES:
            raise ImpossiblePosition(SetUpFault.TOO_FEW_STONES, side=color.value, count=stones)
    _require_turns(position)


def _require_turns(position: Position) -> None:
    white, black = position.white_hand, position.black_hand
    if not white and not black:
        return
    if position.to_move is WHITE and white != black:
        raise ImpossiblePosition(SetUpFault.HANDS_WITH_WHITE)
    if position.to_move is BLACK and white + 1 != black:
        raise ImpossiblePosition(SetUpFault.HANDS_WITH_BLACK)
    if position.quiet_half_moves:
        raise ImpossiblePosition(SetUpFault.QUIET_WHILE_PLACING)
