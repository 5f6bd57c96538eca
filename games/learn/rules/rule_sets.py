"""The comparison of the rule sets, from rule_sets.toml: their origins and differences."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise

from games.core import rule_sets
from games.learn.rules.content import Text, read
from muehle import RULESETS, RuleSet

FILE = Path(__file__).with_name("rule_sets.toml")


@dataclass(frozen=True)
class Column:
    """A property in which rule sets differ."""

    heading: Promise
    values: tuple[Text, ...]

    @classmethod
    def of(cls, _name: str, *, heading: Promise, values: tuple[Any, ...]) -> "Column":
        return cls(heading, tuple(map(Text.of, values)))

    def __post_init__(self) -> None:
        for rules in RULESETS.values():
            if not any(text.applies(rules) for text in self.values):
                raise ValueError(f"there is no value for {rules.name}")

    def value(self, rules: RuleSet) -> str:
        return next(text.under(rules) for text in self.values if text.applies(rules))


class RuleSetRow(NamedTuple):
    """A rule set in the comparison; `cells` are its values by the headings of the columns."""

    name: str
    label: str
    cells: dict[str, str]


ABOUT = read(FILE, lambda _name, *, text: text, table="about")
if missing := [name for name in RULESETS if name not in ABOUT]:
    raise ImproperlyConfigured(f"{FILE.name}: [about.{missing[0]}] is missing")
COLUMNS = read(FILE, Column.of, table="columns")


def row_of(rules: RuleSet) -> RuleSetRow:
    cells = {str(column.heading): column.value(rules) for column in COLUMNS.values()}
    return RuleSetRow(rules.name, str(rule_sets.WORDS[rules.name].name), cells)


def comparison() -> list[RuleSetRow]:
    """All rule sets, in the order of the rules library."""
    return [row_of(rules) for rules in RULESETS.values()]


def differences_from(rules: RuleSet) -> list[RuleSetRow]:
    """The other rule sets, each with the cells in which it differs."""
    own = row_of(rules).cells.items()
    others = [row for row in comparison() if row.name != rules.name]
    return [row._replace(cells={h: v for h, v in row.cells.items() if (h, v) not in own}) for row in others]
