"""Draws by repetition and by the quiet limit: counting, and checking claims.

They use the texts of former positions and moves; `Game.resume` says how many of them are needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from muehle.rulesets import RuleSet


class Claim(StrEnum):
    """The grounds for claiming a draw, under rule sets that require a claim."""

    REPETITION = "repetition"
    QUIET_LIMIT = "quiet_limit"


@dataclass(frozen=True, slots=True)
class ClaimProof:
    """The result of checking a claim: `count` of `needed`, and the plies after which the position occurred.

    `needed` is None if the rule set has no such draw. `plies` is empty for the quiet limit.
    """

    kind: Claim
    holds: bool
    count: int
    needed: int | None
    plies: tuple[int, ...] = ()


class PlayedAgain(NamedTuple):
    """A sequence of `length` half-moves that was just played `times` times in a row, at least twice."""

    length: int
    times: int


def occurrences(texts: Sequence[str], key: str) -> int:
    """The number of texts that show the position with this key."""
    # A single search in one string is several times as fast as up to a hundred comparisons.
    return "\n".join(texts).count(key)


def occurrence_indices(texts: Sequence[str], key: str) -> list[int]:
    """The indices of the texts that show the position with this key."""
    return [index for index, text in enumerate(texts) if text.startswith(key)]


def ends_in_repeated_blocks(moves: Sequence[str], times: int) -> bool:
    """Whether the list ends in `times` equal blocks of moves, of any length.

    Blocks of odd length count too, although the sides swap: three stones that fly round three points can repeat so.
    """
    return any(
        moves[-1] == moves[-1 - length] and _is_repeated(moves[-length * times :], length)
        for length in range(1, len(moves) // times + 1)
    )


def played_again(moves: Sequence[str]) -> PlayedAgain | None:
    """The sequence that the list ends in at least twice in a row: the most frequent one, and the shortest of these."""
    lengths = range(1, len(moves) // 2 + 1)
    found = [PlayedAgain(length, times) for length in lengths if (times := _times_running(moves, length)) > 1]
    return max(found, key=lambda again: (again.times, -again.length), default=None)


def _times_running(moves: Sequence[str], length: int) -> int:
    """The number of equal blocks of this length at the end of the list; at least 1."""
    alike = 0
    while alike + length < len(moves) and moves[-1 - alike] == moves[-1 - alike - length]:
        alike += 1
    return alike // length + 1


def _is_repeated(moves: Sequence[str], length: int) -> bool:
    return moves[length:] == moves[:-length]


def quiet_limit_reached(quiet_half_moves: int, rules: RuleSet) -> bool:
    """Whether the quiet limit is reached; False if the rule set has none."""
    return rules.quiet_limit is not None and quiet_half_moves >= rules.quiet_limit
