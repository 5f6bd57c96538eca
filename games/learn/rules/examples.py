"""The boards of the rules pages. The rules library finds what is marked: mills, stones to take, target points.

An example is the position before the move; readers can open it on the analysis board and play on.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise

from games.learn.rules.content import Conditional, stand, with_sides
from games.web.board import Board, Spot
from muehle import Move, Position, RuleSet


@dataclass(frozen=True, kw_only=True)
class Example(Conditional):
    """A board of rules.toml, where its fields are described."""

    name: str
    position: Position
    caption: Promise
    move: Move | None = None
    touched: str = ""
    line: tuple[Move, ...] = ()
    refused: tuple[Move, ...] = ()

    @classmethod
    def of(
        cls, name: str, *, white: str = "", black: str = "", hand: int = 0, quiet: int = 0, **fields: Any
    ) -> "Example":
        """From a table of the file."""
        fields |= {key: tuple(map(Move.parse, fields[key])) for key in ("line", "refused") if key in fields}
        if "move" in fields:
            fields["move"] = Move.parse(fields["move"])
        return cls(name=name, position=stand(white, black, hand=hand, quiet=quiet), **fields)


@dataclass(frozen=True)
class ExamplePicture:
    """An example as it is drawn under a rule set."""

    example: Example
    rules: RuleSet

    @cached_property
    def board(self) -> Board:
        """The board before the move; or after the first half of a shown move, with the stone that it takes."""
        example = self.example
        position = _half_played(example.position, example.move) if example.move else example.position
        return Board(position=position, rules=self.rules, last_move=example.move)

    @property
    def takes(self) -> list[Spot]:
        """The stones that the shown move may take."""
        shown, legal = self.example.move, self.example.position.legal_moves(self.rules)
        found = [move.removed for move in legal if shown and (move.source, move.target) == (shown.source, shown.target)]
        return [self.board.spots[name] for name in found if name]

    @property
    def targets(self) -> list[Spot]:
        """The points to which the touched stone may go."""
        legal = self.example.position.legal_moves(self.rules)
        names = sorted({move.target for move in legal if move.source and move.source == self.example.touched})
        return [self.board.spots[name] for name in names]

    @property
    def arrows(self) -> list[str]:
        """The moves of the line, without duplicates, as SVG paths from a stone to just before the target."""
        ways: dict[frozenset[str], str] = {}
        for move in self.example.line:
            start, end = str(move.source), move.target
            ways.setdefault(frozenset({start, end}), _arrow(self.board.spots[start], self.board.spots[end]))
        return list(ways.values())

    @property
    def caption(self) -> str:
        return with_sides(self.example.caption, self.rules)

    @property
    def address(self) -> str:
        """The same position on the analysis board."""
        query = urlencode({"rules": self.rules.name, "position": self.example.position.text})
        return f"{reverse('analysis')}?{query}"


def _half_played(position: Position, move: Move) -> Position:
    """The position with the stone at its target, before a stone is taken."""
    white = position.white & ~move.source_bit | move.target_bit
    hand = position.white_hand - (move.source is None)
    return position._replace(white=white, white_hand=hand)


def _arrow(start: Spot, end: Spot) -> str:
    across, down = end.x - start.x, end.y - start.y
    length = (across**2 + down**2) ** 0.5
    x, y = across / length, down / length
    tip_x, tip_y = end.x - 22 * x, end.y - 22 * y
    wings = [(tip_x - 20 * x + side * 14 * y, tip_y - 20 * y - side * 14 * x) for side in (1, -1)]
    (one_x, one_y), (other_x, other_y) = wings
    shaft = f"M{start.x + 44 * x:.0f} {start.y + 44 * y:.0f}L{tip_x:.0f} {tip_y:.0f}"
    return f"{shaft}M{one_x:.0f} {one_y:.0f}L{tip_x:.0f} {tip_y:.0f}L{other_x:.0f} {other_y:.0f}"
