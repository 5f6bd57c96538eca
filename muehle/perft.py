"""Perft: the number of move sequences of a given length, to verify move generators.

A ply is a complete turn with its removal. A finished game has no successors; draws are not applied.
"""

from __future__ import annotations

from muehle.board import bits, closing_points
from muehle.generation import Turn, count_moves, routes, takeable
from muehle.moves import Move
from muehle.position import Position
from muehle.rulesets import STANDARD, RuleSet


def perft(position: Position, depth: int, rules: RuleSet = STANDARD) -> int:
    """The number of move sequences of `depth` plies; 1 for depth 0. Raises ValueError for a negative depth."""
    if depth < 0:
        raise ValueError(f"depth {depth} is negative")
    if depth == 0:
        return 1
    return 0 if position.outcome() else _count(position.turn, depth, rules)


def divide(position: Position, depth: int, rules: RuleSet = STANDARD) -> dict[Move, int]:
    """Perft of `depth` plies by first move, in the order of `legal_moves`."""
    if depth < 1:
        raise ValueError(f"depth {depth} has no first move")
    return {move: perft(position.play(move, rules), depth - 1, rules) for move in position.legal_moves(rules)}


def _count(turn: Turn, depth: int, rules: RuleSet) -> int:
    if depth == 1:
        return count_moves(turn, rules)
    return sum(_count(after, depth - 1, rules) for after in successors(turn, rules))


def successors(turn: Turn, rules: RuleSet) -> list[Turn]:
    """The board after every legal move, from the view of the other side; removals count separately."""
    own, other, hand, other_hand = turn
    hand_after = hand - 1 if hand else 0
    choices = bits(takeable(other, other_hand, rules)) or (0,)
    found = []
    for source, targets in routes(own, other, hand):
        left = own ^ source
        closing = targets & closing_points(left)
        found += [(other, left | target, other_hand, hand_after) for target in bits(targets ^ closing)]
        for target in bits(closing):
            found += [(other ^ removed, left | target, other_hand, hand_after) for removed in choices]
    return found
