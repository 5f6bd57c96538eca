"""Rule sets and endings of the files, translated to those of the rules library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from muehle import RULESETS, STANDARD, AllInMills, Repetition, RuleSet, Termination
from tools.oracles.verdicts import NotPlayedError

# Variations of the standard rules that a file may ask for, as rows of data.
_OPTIONS: Final[dict[str, Callable[[str], RuleSet]]] = {
    "protected_mills_pre2010": lambda _: replace(STANDARD, all_in_mills=AllInMills.PROTECTED_UNLESS_THREE),
    "n_move": lambda limit: replace(STANDARD, quiet_limit=int(limit)),
    "repetition": lambda kind: replace(STANDARD, repetition=Repetition(kind)),
}

TERMINATIONS: Final = {
    "fewer_than_three": Termination.STONES,
    "no_legal_moves": Termination.BLOCKED,
    "threefold": Termination.REPETITION,
    "threefold_sequence": Termination.REPETITION,
    "n_move": Termination.QUIET_LIMIT,
} | {ending.value: ending for ending in Termination}

# The endings that the rules library finds; all others come from players or the server.
ON_THE_BOARD: Final = frozenset(
    (Termination.STONES, Termination.BLOCKED, Termination.REPETITION, Termination.QUIET_LIMIT)
)


def rules_named(name: str) -> RuleSet:
    """The rule set of that name, `default` being `standard`; `option:n_move=40` and the like vary the standard rules.

    Raises NotPlayedError for an option that is none of the project's rules, ValueError for an unknown name.
    """
    if name.startswith("option:"):
        return _varied(name)
    rules = RULESETS.get("standard" if name == "default" else name.lower())
    if rules is None:
        raise ValueError(f"unknown rule set {name!r}")
    return rules


def _varied(name: str) -> RuleSet:
    option, _, value = name.removeprefix("option:").partition("=")
    try:
        return replace(_OPTIONS[option](value), name=name)
    except (KeyError, ValueError):
        raise NotPlayedError(f"{name!r} is none of the rules played here") from None
