"""The sections of the rules pages, from rules.toml.

The page of a rule set has every section that applies to it; the page of all rules has what they share.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.functional import Promise

from games.learn.rules.content import Text, build_all, read
from games.learn.rules.examples import Example, ExamplePicture
from muehle import RULESETS, STANDARD, RuleSet


@dataclass(frozen=True)
class Section:
    """One subject: its text, and the boards beside it."""

    slug: str
    title: Promise
    paragraphs: tuple[Text, ...]
    boards: Mapping[str, Example]

    @classmethod
    def of(cls, slug: str, *, title: Promise, paragraphs: tuple[Any, ...], boards: Mapping[str, Any] = {}) -> "Section":
        """From a table of the file."""
        return cls(slug, title, tuple(map(Text.of, paragraphs)), build_all(boards, Example.of, place="boards"))


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section as shown on a page."""

    slug: str
    title: str
    paragraphs: list[str]
    pictures: list[ExamplePicture]


SECTIONS = read(Path(__file__).with_name("rules.toml"), Section.of)


def sections_for(rules: RuleSet) -> list[ShownSection]:
    """The sections that apply to a rule set."""
    return _shown(rules, among=(rules,))


def shared_sections() -> list[ShownSection]:
    """The sections for all rule sets, with the names and colours of the standard rules."""
    return _shown(STANDARD, among=tuple(RULESETS.values()))


def _shown(rules: RuleSet, *, among: tuple[RuleSet, ...]) -> list[ShownSection]:
    shown = [_show(section, rules, among) for section in SECTIONS.values()]
    return [section for section in shown if section.paragraphs]


def _show(section: Section, rules: RuleSet, among: tuple[RuleSet, ...]) -> ShownSection:
    paragraphs = [text.under(rules) for text in section.paragraphs if all(map(text.applies, among))]
    pictures = [
        ExamplePicture(example, rules) for example in section.boards.values() if all(map(example.applies, among))
    ]
    return ShownSection(section.slug, str(section.title), paragraphs, pictures)
