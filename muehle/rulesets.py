"""The rule sets: which of the five games is being played, as data.

A game stores the name of its rule set and is always replayed under it, so a row here is never changed, only added.
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
    """What has to recur for a draw: a position, or a sequence of moves three times running."""

    POSITION = "position"
    SEQUENCE = "sequence"
    NONE = "none"


class DrawMode(StrEnum):
    """Whether the draws by repetition and by the quiet limit come about by themselves, on a claim, or never."""

    AUTOMATIC = "automatic"
    CLAIM = "claim"
    NONE = "none"


class Sides(StrEnum):
    """How the sides are given out by default."""

    CHOSEN = "chosen"
    LOT = "lot"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One game of the family. `quiet_limit` counts half-moves; None means that there is no limit.

    `colours` names the stones of the side that begins and of the other one, as they are shown.
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
