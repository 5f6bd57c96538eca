"""Move generation on bitboards: where stones can go, and what a mill can take.

`own` is the side to move, `other` its opponent. Move lists, legality tests and perft use these functions.
"""

from __future__ import annotations

from muehle.board import ALL_POINTS, NEIGHBOURS, bits, closing_points, neighbourhood, points_in_mills
from muehle.rulesets import AllInMills, RuleSet

# The board from the view of the side to move: own stones, the opponent's, and the stones in hand of each. A plain
# tuple, since perft creates one for every node.
Turn = tuple[int, int, int, int]


def may_fly(own: int, hand: int) -> bool:
    """Whether a side may move to any free point: exactly three stones, none of them in hand."""
    return not hand and own.bit_count() == 3


def has_lost_on_stones(own: int, hand: int) -> bool:
    """Whether a side has fewer than three stones, board and hand together."""
    return own.bit_count() + hand < 3


def is_blocked(own: int, other: int, hand: int) -> bool:
    """Whether a side to move has no stone in hand and none that can move."""
    free = ALL_POINTS ^ (own | other)
    return not (hand or may_fly(own, hand) or neighbourhood(own) & free)


def routes(own: int, other: int, hand: int) -> list[tuple[int, int]]:
    """Every source point (0 for the hand) with the set of free points that it can reach."""
    free = ALL_POINTS ^ (own | other)
    if has_lost_on_stones(own, hand):
        return []
    if hand:
        return [(0, free)]
    if may_fly(own, hand):
        return [(source, free) for source in bits(own)]
    return [(source, NEIGHBOURS[source] & free) for source in bits(own)]


def takeable(other: int, other_hand: int, rules: RuleSet) -> int:
    """The opposing stones that a mill closed now may take; 0 if it takes nothing."""
    unprotected = other & ~points_in_mills(other)
    if unprotected or rules.all_in_mills is AllInMills.ANY:
        return unprotected or other
    return other if other.bit_count() + other_hand <= 3 else 0


def count_moves(turn: Turn, rules: RuleSet) -> int:
    """The number of legal moves, counting removals separately, without creating them."""
    own, other, hand, other_hand = turn
    choices = takeable(other, other_hand, rules).bit_count() or 1
    count = 0
    for source, targets in routes(own, other, hand):
        closing = targets & closing_points(own ^ source)
        count += targets.bit_count() + closing.bit_count() * (choices - 1)
    return count


def steps(turn: Turn, rules: RuleSet) -> list[tuple[int, int, int]]:
    """Every legal move as single points: source (0 for the hand), target, removed stone (0 for none)."""
    own, other, hand, other_hand = turn
    removable = bits(takeable(other, other_hand, rules)) or (0,)
    found = []
    for source, targets in routes(own, other, hand):
        closing = targets & closing_points(own ^ source)
        found += [(source, target, 0) for target in bits(targets ^ closing)]
        found += [(source, target, removed) for target in bits(closing) for removed in removable]
    return found
