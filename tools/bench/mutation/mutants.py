"""A mutant, and what it is known by: what it changes, and not where that is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """What a mutant changes: lines of a function, by an operator; `nth` of those that read the same, from 0."""

    function: str
    operator: str
    old: str
    new: str
    nth: int


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutant where it is found today: `source` is the whole file with it, `lines` are those of its statement.

    `owner` is the outermost function or method around it, empty at the level of modules and classes.
    """

    key: Key
    path: str
    source: str
    lines: range
    owner: str
