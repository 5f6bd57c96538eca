"""How good a position looks without looking ahead, in hundredths of a stone, for the side to move.

The weights of the moving phase are fitted to the proved values of positions of games, by logistic regression
(docs/computer.md). Those of the placing phase are fitted to values and results, and rounded towards the others.
"""

from __future__ import annotations

from typing import Final

from muehle.board import neighbourhood
from muehle_engine.geometry import ALL
from muehle_engine.shapes import Shape, Shapes

STONE: Final = 100
# A mill that can be closed: on the next move in the moving phase, by any stone in the placing phase.
SLIDING: Final = 140
CLOSING: Final = 35
CLOSING_PLACED: Final = 90
# A mill that can be opened, and one that can be opened without an opposing stone next to the gap.
OPENABLE: Final = 46
SAFELY_OPENABLE: Final = 108
MILL_PLACED: Final = 50
MOBILE: Final = 22
NEAR_POINT: Final = 22
NEAR_POINT_PLACED: Final = 30
TURN: Final = 46


def evaluate(shapes: Shapes, own: int, other: int, own_hand: int, other_hand: int) -> int:
    """The estimate. Positive is good for the side to move."""
    free = ALL ^ (own | other)
    mine, theirs = shapes.of(own), shapes.of(other)
    near, by_own, by_other = neighbourhood(free), neighbourhood(own), neighbourhood(other)
    score = (
        TURN
        + STONE * (own.bit_count() + own_hand - other.bit_count() - other_hand)
        + MOBILE * ((own & near).bit_count() - (other & near).bit_count())
    )
    near_points = (by_own & free).bit_count() - (by_other & free).bit_count()
    closing = (mine.closing & free).bit_count() - (theirs.closing & free).bit_count()
    if own_hand or other_hand:
        mills = mine.mills - theirs.mills
        return score + NEAR_POINT_PLACED * near_points + CLOSING_PLACED * closing + MILL_PLACED * mills
    reached = mine.closing if own.bit_count() == 3 else mine.sliding
    reached_by_other = theirs.closing if other.bit_count() == 3 else theirs.sliding
    next_move = (reached & free).bit_count() - (reached_by_other & free).bit_count()
    score += NEAR_POINT * near_points + CLOSING * closing + SLIDING * next_move
    return score + _openable(mine, near, by_other) - _openable(theirs, near, by_own)


def _openable(side: Shape, near: int, by_opponent: int) -> int:
    """The worth of mills that can open and close again."""
    movable = side.milled & near
    if not movable:
        return 0
    return OPENABLE + SAFELY_OPENABLE if movable & ~by_opponent else OPENABLE


def evaluate_single_threats(shapes: Shapes, own: int, other: int, own_hand: int, other_hand: int) -> int:
    """The estimate of a player to whom several mills that a side can close at once are one threat."""
    free = ALL ^ (own | other)
    mine, theirs = shapes.of(own), shapes.of(other)
    score = evaluate(shapes, own, other, own_hand, other_hand)
    if own_hand or other_hand:
        return score - CLOSING_PLACED * (_beyond_one(mine.closing & free) - _beyond_one(theirs.closing & free))
    return score - SLIDING * (_beyond_one(mine.sliding & free) - _beyond_one(theirs.sliding & free))


def _beyond_one(points: int) -> int:
    return max(0, points.bit_count() - 1)
