"""Creates objects from the tables in rules.toml, rule_sets.toml and steps.toml, and validates them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise

from games.core.labels import side_name
from kit.catalogues import load
from muehle import RULESETS, Color, Position, RuleSet
from muehle.board import mask

Entry = TypeVar("Entry")


def read(path: Path, build: Callable[..., Entry], *, table: str = "") -> dict[str, Entry]:
    """The entries of a file, or of one table in it, each created by `build(name, **fields)`.

    Raises ImproperlyConfigured with the file and the entry if something is missing, unknown or misspelt.
    """
    data = load(path)
    return build_all(data[table] if table else data, build, place=path.name)


def build_all(tables: Mapping[str, Mapping[str, Any]], build: Callable[..., Entry], *, place: str) -> dict[str, Entry]:
    """The result of `build` for each table, by name; `place` is used in error messages."""
    built = {}
    for name, fields in tables.items():
        try:
            built[name] = build(name, **fields)
        except (AttributeError, KeyError, TypeError, ValueError, ImproperlyConfigured) as error:
            raise ImproperlyConfigured(f"{place}, {name}: {error}") from error
    return built


def stand(white: str = "", black: str = "", *, hand: int = 0, quiet: int = 0) -> Position:
    """A position with White to move, the stones on the given points, and `hand` stones in both hands."""
    return Position(mask(white.split()), mask(black.split()), Color.WHITE, hand, hand, quiet)


@dataclass(frozen=True, kw_only=True)
class Conditional:
    """Applies to the rule sets whose fields have the values in `when`; a tuple lists alternatives."""

    when: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not any(map(self.applies, RULESETS.values())):
            raise ValueError(f"no rule set has {self.when}")

    def applies(self, rules: RuleSet) -> bool:
        return all(
            getattr(rules, name) in (wanted if isinstance(wanted, tuple) else (wanted,))
            for name, wanted in self.when.items()
        )


@dataclass(frozen=True, kw_only=True)
class Text(Conditional):
    text: Promise

    @classmethod
    def of(cls, entry: Any) -> "Text":
        """From a single text, or from a table with `when`."""
        return cls(**entry) if isinstance(entry, dict) else cls(text=entry)

    def under(self, rules: RuleSet) -> str:
        return with_sides(self.text, rules)


def with_sides(text: Promise, rules: RuleSet) -> str:
    """The text with the names that the rule set gives the two sides."""
    return str(text) % {"first": side_name(rules, Color.WHITE), "second": side_name(rules, Color.BLACK)}
