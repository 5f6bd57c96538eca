"""Moves and their two notations: WMD (`d6`, `f2-f4`, `d6xa1`) and PlayOK's numbers (`5`, `20-13x22`).

A move is one complete turn, removal included. Its legality depends on the position; see `legality`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from muehle.board import BIT, NAME, POINTS
from muehle.errors import MalformedMove

_WMD: Final = re.compile(r"(?:([a-g][1-7])-)?([a-g][1-7])(?:x([a-g][1-7]))?")
_PLAYOK: Final = re.compile(r"(?:([0-9]{1,2})-)?([0-9]{1,2})(?:x([0-9]{1,2}))?")
_NUMBER: Final = {name: str(number) for number, name in enumerate(POINTS, start=1)}
_POINT: Final = {number: name for name, number in _NUMBER.items()}


@dataclass(frozen=True, slots=True)
class Move:
    """One complete turn by point names: `source` is None for a placement, `removed` is None if nothing is taken.

    The same points as bits are `source_bit`, `target_bit`, `removed_bit`, with 0 for none.
    """

    source: str | None
    target: str
    removed: str | None = None
    source_bit: int = field(init=False, repr=False, compare=False)
    target_bit: int = field(init=False, repr=False, compare=False)
    removed_bit: int = field(init=False, repr=False, compare=False)
    notation: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        notation = _join(self.source, self.target, self.removed)
        if not all(name is None or name in BIT for name in (self.source, self.target, self.removed)):
            raise MalformedMove(notation)
        object.__setattr__(self, "notation", notation)
        object.__setattr__(self, "source_bit", BIT[self.source] if self.source else 0)
        object.__setattr__(self, "target_bit", BIT[self.target])
        object.__setattr__(self, "removed_bit", BIT[self.removed] if self.removed else 0)

    def __str__(self) -> str:
        return self.notation

    @staticmethod
    def parse(text: str) -> Move:
        """The move written in WMD notation, such as `d6-f6xa1`; raises MalformedMove."""
        return _parse_wmd(text)

    @staticmethod
    def parse_playok(text: str) -> Move:
        """The move written with PlayOK's numbers, such as `5-6x1`; raises MalformedMove."""
        return _parse_playok(text)

    def to_playok(self) -> str:
        """The move with PlayOK's numbers."""
        source, removed = self.source, self.removed
        return _join(source and _NUMBER[source], _NUMBER[self.target], removed and _NUMBER[removed])

    def transformed(self, symmetry: tuple[int, ...]) -> Move:
        """The move transformed by one of `SYMMETRIES`."""
        image = {name: POINTS[symmetry[index]] for index, name in enumerate(POINTS)}
        return Move(self.source and image[self.source], image[self.target], self.removed and image[self.removed])


def _join(source: str | None, target: str, removed: str | None) -> str:
    return f"{source + '-' if source else ''}{target}{'x' + removed if removed else ''}"


# There are fewer than 15,000 moves in each notation and only well-formed ones are cached, so the caches are bounded.
@cache
def _parse_wmd(text: str) -> Move:
    found = _WMD.fullmatch(text)
    if found is None:
        raise MalformedMove(text)
    try:
        return Move(*found.groups())
    except MalformedMove:
        raise MalformedMove(text) from None


@cache
def _parse_playok(text: str) -> Move:
    found = _PLAYOK.fullmatch(text)
    if found is None or not all(number is None or number in _POINT for number in found.groups()):
        raise MalformedMove(text)
    return Move(*(number and _POINT[number] for number in found.groups()))


@cache
def move_from_bits(source: int, target: int, removed: int) -> Move:
    """The move between single points, with 0 for no source and for no removal."""
    return Move(NAME.get(source), NAME[target], NAME.get(removed))
