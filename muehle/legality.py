"""Why a move is illegal: the rules for one move, in the order in which errors are reported."""

from __future__ import annotations

from muehle.board import ALL_POINTS, NEIGHBOURS, completes_line
from muehle.errors import IllegalReason
from muehle.generation import Turn, has_lost_on_stones, is_blocked, may_fly, takeable
from muehle.moves import Move
from muehle.rulesets import RuleSet

# A reason, and the set of points that would be possible instead.
Refusal = tuple[IllegalReason, int]


def refusal(turn: Turn, move: Move, rules: RuleSet) -> Refusal | None:
    """The first rule that the move breaks, or None if it is legal."""
    own, other, hand, other_hand = turn
    if has_lost_on_stones(own, hand) or has_lost_on_stones(other, other_hand):
        return IllegalReason.GAME_OVER, 0
    broken = _refused_step(turn, move) or _refused_removal(turn, move, rules)
    if broken and is_blocked(own, other, hand):
        return IllegalReason.GAME_OVER, 0
    return broken


def _refused_step(turn: Turn, move: Move) -> Refusal | None:
    own, other, hand, _ = turn
    if hand and move.source_bit:
        return IllegalReason.PLACING_FIRST, 0
    if not hand and not move.source_bit:
        return IllegalReason.NOTHING_IN_HAND, 0
    if move.source_bit and not move.source_bit & own:
        return (IllegalReason.NOT_YOUR_STONE if move.source_bit & other else IllegalReason.EMPTY_SOURCE), own
    if move.target_bit & (own | other):
        return IllegalReason.OCCUPIED, _reach(turn, move)
    if move.source_bit and not move.target_bit & _reach(turn, move):
        return IllegalReason.NOT_ADJACENT, _reach(turn, move)
    return None


def _reach(turn: Turn, move: Move) -> int:
    own, other, hand, _ = turn
    free = ALL_POINTS ^ (own | other)
    return free if hand or may_fly(own, hand) else NEIGHBOURS[move.source_bit] & free


def _refused_removal(turn: Turn, move: Move, rules: RuleSet) -> Refusal | None:
    own, other, _, other_hand = turn
    if not completes_line(own ^ move.source_bit, move.target_bit):
        return (IllegalReason.NOTHING_TO_TAKE, 0) if move.removed_bit else None
    removable = takeable(other, other_hand, rules)
    if not move.removed_bit:
        return (IllegalReason.MUST_TAKE, removable) if removable else None
    if move.removed_bit & removable:
        return None
    return _refused_stone(turn, move, removable=removable), removable


def _refused_stone(turn: Turn, move: Move, *, removable: int) -> IllegalReason:
    own, other, _, _ = turn
    if move.removed_bit & (own ^ move.source_bit | move.target_bit):
        return IllegalReason.OWN_STONE
    if not move.removed_bit & other:
        return IllegalReason.NO_STONE_THERE
    return IllegalReason.PROTECTED if removable else IllegalReason.ALL_PROTECTED
