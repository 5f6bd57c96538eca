"""How good a position looks without looking ahead, in hundredths of a stone, for the side to move."""

from __future__ import annotations

from muehle_engine.geometry import ALL, NEAR_HIGH, NEAR_LOW, NEAR_MIDDLE
from muehle_engine.shapes import Shapes


def evaluate(shapes: Shapes, own: int, other: int, own_hand: int, other_hand: int) -> int:
    """The estimate. Positive is good for the side to move."""
    free = ALL ^ (own | other)
    mine, theirs = shapes.of(own), shapes.of(other)
    stones = own.bit_count() + own_hand - other.bit_count() - other_hand
    near = NEAR_LOW[free & 255] | NEAR_MIDDLE[free >> 8 & 255] | NEAR_HIGH[free >> 16]
    mobile = (own & near).bit_count() - (other & near).bit_count()
    if own_hand or other_hand:
        return (
            100 * stones
            + 9 * mobile
            + 5 * (mine.places - theirs.places)
            + 12 * (mine.mills - theirs.mills)
            + 22 * ((mine.closing & free).bit_count() - (theirs.closing & free).bit_count())
            + 15
        )
    own_near = NEAR_LOW[own & 255] | NEAR_MIDDLE[own >> 8 & 255] | NEAR_HIGH[own >> 16]
    other_near = NEAR_LOW[other & 255] | NEAR_MIDDLE[other >> 8 & 255] | NEAR_HIGH[other >> 16]
    return (
        100 * stones
        + 12 * mobile
        + 6 * ((own_near & free).bit_count() - (other_near & free).bit_count())
        + 10 * (mine.mills - theirs.mills)
        + 25 * ((mine.sliding & free).bit_count() - (theirs.sliding & free).bit_count())
        + 40 * ((mine.double & free).bit_count() - (theirs.double & free).bit_count())
        + 10
    )


def evaluate_single_threats(shapes: Shapes, own: int, other: int, own_hand: int, other_hand: int) -> int:
    """The estimate of a player to whom several mills that a side can close at once are one threat."""
    free = ALL ^ (own | other)
    mine, theirs = shapes.of(own), shapes.of(other)
    if own_hand or other_hand:
        more = _beyond_one(mine.closing & free) - _beyond_one(theirs.closing & free)
        return evaluate(shapes, own, other, own_hand, other_hand) - 22 * more
    more = _beyond_one(mine.sliding & free) - _beyond_one(theirs.sliding & free)
    return evaluate(shapes, own, other, own_hand, other_hand) - 25 * more


def _beyond_one(points: int) -> int:
    return max(0, points.bit_count() - 1)
