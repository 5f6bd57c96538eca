"""The rules with sets and loops: a simple implementation to compare the rules library with."""

from muehle.board import LINES_BY_NAME, POINTS

LINES = [frozenset(line) for line in LINES_BY_NAME]
EDGES = [edge for first, middle, last in LINES_BY_NAME for edge in ({first, middle}, {middle, last})]

Stones = frozenset[str]
State = tuple[Stones, Stones, int, int]


def in_mill(stones: Stones, point: str) -> bool:
    """Whether the stone on the point stands in a complete line."""
    return any(point in line and line <= stones for line in LINES)


def steps(own: Stones, other: Stones, hand: int) -> list[tuple[Stones, str]]:
    """The stones that stay and the point where one arrives, for every placing, move or jump."""
    free = [point for point in POINTS if point not in own and point not in other]
    if hand:
        return [(own, point) for point in free]
    flies = len(own) == 3
    return [(own - {stone}, point) for stone in own for point in free if flies or {stone, point} in EDGES]


def removable(other: Stones) -> list[str]:
    """The opposing stones that a mill may take."""
    return [stone for stone in other if not in_mill(other, stone)] or list(other)


def successors(state: State) -> list[State]:
    """The states after every legal move, seen from the other side."""
    own, other, hand, other_hand = state
    if len(own) + hand < 3:
        return []
    found: list[State] = []
    for staying, point in steps(own, other, hand):
        after = staying | {point}
        removals = [other - {stone} for stone in removable(other)] if in_mill(after, point) else [other]
        found += [(left, after, other_hand, max(0, hand - 1)) for left in removals]
    return found


def perft(state: State, depth: int) -> int:
    """The number of move sequences of that many plies."""
    if depth == 0:
        return 1
    return sum(perft(after, depth - 1) for after in successors(state))
