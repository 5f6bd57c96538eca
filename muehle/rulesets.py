"""The rule sets, as data.

A game stores the name of its rule set and is always replayed under it. So rule sets are added, but never changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class AllInMills(StrEnum):
    """What a mill takes when every opposing stone on the board is in a mill."""

    ANY = "any"
    PROTECTED_UNLESS_THREE = "protected_unless_three"


class Repetition(StrEnum):
    """What must recur for a draw: a position, or a sequence of moves three times in a row."""

    POSITION = "position"
    SEQUENCE = "sequence"
    NONE = "none"


class DrawMode(StrEnum):
    """Whether draws by repetition and by the quiet limit are automatic, need a claim, or do not exist."""

    AUTOMATIC = "automatic"
    CLAIM = "claim"
    NONE = "none"


class Sides(StrEnum):
    """How colours are assigned by default."""

    CHOSEN = "chosen"
    LOT = "lot"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """A variant of the game. `quiet_limit` counts half-moves; None means that there is no limit.

    `colours` are the names of the stones of the first side and of the other, as they are shown.
    """

    name: str
    all_in_mills: AllInMills = AllInMills.ANY
    repetition: Repetition = Repetition.POSITION
    repetition_limit: int = 3
    quiet_limit: int | None = 100
    draw_mode: DrawMode = DrawMode.AUTOMATIC
    sides: Sides = Sides.CHOSEN
    colours: tuple[str, str] = ("white", "black")


STANDARD: Final = RuleSet(name="standard")
APPLET: Final = RuleSet(name="applet", repetition=Repetition.SEQUENCE)
PINK_GREEN: Final = RuleSet(
    name="pink-green",
    repetition=Repetition.NONE,
    quiet_limit=None,
    draw_mode=DrawMode.NONE,
    sides=Sides.LOT,
    colours=("green", "pink"),
)
CLASSIC: Final = RuleSet(
    name="classic",
    all_in_mills=AllInMills.PROTECTED_UNLESS_THREE,
    repetition=Repetition.NONE,
    quiet_limit=None,
    draw_mode=DrawMode.NONE,
)
BRETTSPIELNETZ: Final = RuleSet(name="brettspielnetz", draw_mode=DrawMode.CLAIM)

RULESETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {rules.name: rules for rules in (STANDARD, APPLET, PINK_GREEN, CLASSIC, BRETTSPIELNETZ)}
)
