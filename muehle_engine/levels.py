"""The levels of play, as data: how far each looks, what it overlooks, and how strong it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How a level plays.

    `nodes` and `depth` bound the search. `blind_lines` is the number of the 16 lines that are overlooked in a move,
    other ones in each move: no mill on them is seen. Of several mills that the opponent can close at once
    `sees_double_threats` tells whether more than one is seen. `slack` is by how much the chosen move may be worse than
    the best one seen, in hundredths of a stone. `uses_tables` tells whether the solved game is looked up.
    """

    number: int
    rating: int
    nodes: int
    depth: int = 60
    blind_lines: int = 0
    sees_double_threats: bool = True
    slack: int = 0
    uses_tables: bool = False


LEVELS: Final = (
    Level(number=1, rating=730, nodes=600, depth=1, blind_lines=6, sees_double_threats=False, slack=80),
    Level(number=2, rating=1030, nodes=1_000, depth=1, blind_lines=2, sees_double_threats=False, slack=50),
    Level(number=3, rating=1340, nodes=2_500, depth=2, sees_double_threats=False, slack=40),
    Level(number=4, rating=1500, nodes=6_000, depth=4, slack=10),
    Level(number=5, rating=1680, nodes=8_000, uses_tables=True),
    Level(number=6, rating=1890, nodes=200_000, uses_tables=True),
)
