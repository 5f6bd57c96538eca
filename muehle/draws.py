"""Draws by repetition and by the quiet limit: counting them, and proving a claim to one.

What these need from the past are position texts and move texts; how many of them is said in `Game.resume`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from muehle.rulesets import RuleSet


class Claim(StrEnum):
    """What a player may claim a draw by, in a rule set that wants claims."""

    REPETITION = "repetition"
    QUIET_LIMIT = "quiet_limit"


@dataclass(frozen=True, slots=True)
class ClaimProof:
    """What the server found on a claim: `count` against `needed`, and the plies after which the position stood.

    `needed` is None if the rule set has no such draw. `plies` is empty for the quiet limit.
    """

    kind: Claim
    holds: bool
    count: int
    needed: int | None
    plies: tuple[int, ...] = ()


class PlayedAgain(NamedTuple):
    """A sequence of `length` half-moves that has just been played `times` times running, two times at least."""

    length: int
    times: int


def occurrences(texts: Sequence[str], key: str) -> int:
    """How many of the position texts show the position with this key."""
    # One search in one string is several times as fast as a comparison with each of up to a hundred.
    return "\n".join(texts).count(key)


def occurrence_indices(texts: Sequence[str], key: str) -> list[int]:
    """The indices of the position texts that show the position with this key."""
    return [index for index, text in enumerate(texts) if text.startswith(key)]


def ends_in_repeated_blocks(moves: Sequence[str], times: int) -> bool:
    """Whether the list ends in `times` equal blocks of moves, of any length from one move up.

    Blocks of odd length count too, although they change hands: three stones that fly round three points do that.
    """
    return any(
        moves[-1] == moves[-1 - length] and _is_repeated(moves[-length * times :], length)
        for length in range(1, len(moves) // times + 1)
    )


def played_again(moves: Sequence[str]) -> PlayedAgain | None:
    """The sequence that the list ends in at least twice running: the one most often played, of these the shortest."""
    lengths = range(1, len(moves) // 2 + 1)
    found = [PlayedAgain(length, times) for length in lengths if (times := _times_running(moves, length)) > 1]
    return max(found, key=lambda again: (again.times, -again.length), default=None)


def _times_running(moves: Sequence[str], length: int) -> int:
    """How many equal blocks of this length the list ends in; 1 if the last stands alone."""
    alike = 0
    while alike + length < len(moves) and moves[-1 - alike] == moves[-1 - alike - length]:
        alike += 1
    return alike // length + 1


def _is_repeated(moves: Sequence[str], length: int) -> bool:
    return moves[length:] == moves[:-length]


def quiet_limit_reached(quiet_half_moves: int, rules: RuleSet) -> bool:
    """Whether the quiet limit of the rule set, if it has one, is reached."""
    return rules.quiet_limit is not None and quiet_half_moves >= rules.quiet_limit
