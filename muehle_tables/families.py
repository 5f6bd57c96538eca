"""The families of rules that have the same values, so that one set of tables serves all of them.

| family | capture if all stones are in mills | limit of quiet half-moves | rule sets |
|---|---|---|---|
| a | any stone | 100 | `standard`, `applet`, `brettspielnetz` |
| b | any stone | none | `pink-green` |
| c | none, unless the opponent owns three stones | none | `classic` |

Repetition is in no family: who wins can go forward in each move, so no position needs to recur.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muehle import RULESETS, AllInMills, DrawMode, RuleSet


@dataclass(frozen=True, slots=True)
class Family:
    """Rules as far as the tables depend on them. `limit` is None without a limit of quiet half-moves."""

    name: str
    all_in_mills: AllInMills
    limit: int | None

    @property
    def protects(self) -> bool:
        """Whether a mill takes nothing when all opposing stones are in mills and there are more than three."""
        return self.all_in_mills is AllInMills.PROTECTED_UNLESS_THREE

    def level(self, code: int) -> int:
        """The half-moves to the next capture or block that the byte of a decided position stands for.

        An even byte is lost, an odd one won. Without a limit the byte is the level, and captures of a lost side end the
        count at once: they take no half-move. With a limit each half-move counts, and the byte is twice the level, or
        one less if won.
        """
        return code if self.limit is None else (code + 1) // 2

    @property
    def rule_sets(self) -> tuple[RuleSet, ...]:
        """The rule sets of the library that belong to the family; the first one is played for checks."""
        return tuple(rules for rules in RULESETS.values() if family_of(rules) is self)


FAMILIES: Final = {
    family.name: family
    for family in (
        Family("a", AllInMills.ANY, 100),
        Family("b", AllInMills.ANY, None),
        Family("c", AllInMills.PROTECTED_UNLESS_THREE, None),
    )
}


def family_of(rules: RuleSet) -> Family | None:
    """The family whose tables hold for the rule set; None if there are no tables for it."""
    for family in FAMILIES.values():
        if (family.all_in_mills, family.limit) == (rules.all_in_mills, rules.quiet_limit):
            return family
    return None


def is_limit_claimed(rules: RuleSet) -> bool:
    """Whether the quiet limit needs a claim, so that a winner on move may still win with the next half-move."""
    return rules.draw_mode is DrawMode.CLAIM
