"""What can go wrong in the engine: text that is no move, position or record, and moves that the rules forbid.

Every error carries a stable code and its parameters, so that the caller can say it in any language.
"""

# ruff: noqa: N818 - the names say what happened, as those of the rules do

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class EngineError(Exception):
    """The root of everything that the engine raises on purpose."""


class MalformedMove(EngineError, ValueError):
    """The text is no move in any notation, whatever the position."""

    def __init__(self, text: str) -> None:
        super().__init__(f"malformed move {text!r}")
        self.text = text


class MalformedPosition(EngineError, ValueError):
    """The text is no position; `problem` says what is wrong with it."""

    def __init__(self, text: str, problem: str) -> None:
        super().__init__(f"malformed position {text!r}: {problem}")
        self.text = text
        self.problem = problem


class MalformedRecord(EngineError, ValueError):
    """The text is no game record; `line` counts from 1, `ply` is the half-move being read, if any."""

    def __init__(self, problem: str, *, line: int, ply: int | None = None) -> None:
        place = f"line {line}" if ply is None else f"line {line}, ply {ply}"
        super().__init__(f"{place}: {problem}")
        self.problem = problem
        self.line = line
        self.ply = ply


class IllegalReason(StrEnum):
    """Why a well-formed move may not be played."""

    GAME_OVER = "game_over"
    PLACING_FIRST = "placing_first"
    NOTHING_IN_HAND = "nothing_in_hand"
    EMPTY_SOURCE = "empty_source"
    NOT_YOUR_STONE = "not_your_stone"
    OCCUPIED = "occupied"
    NOT_ADJACENT = "not_adjacent"
    MUST_TAKE = "must_take"
    NOTHING_TO_TAKE = "nothing_to_take"
    NO_STONE_THERE = "no_stone_there"
    OWN_STONE = "own_stone"
    PROTECTED = "protected"
    ALL_PROTECTED = "all_protected"


SENTENCES: Mapping[IllegalReason, str] = {
    IllegalReason.GAME_OVER: "the game is over",
    IllegalReason.PLACING_FIRST: "you still have {hand} in hand; place one first",
    IllegalReason.NOTHING_IN_HAND: "all your stones have been placed; move one of them",
    IllegalReason.EMPTY_SOURCE: "there is no stone on {source}",
    IllegalReason.NOT_YOUR_STONE: "the stone on {source} is not yours",
    IllegalReason.OCCUPIED: "{target} is occupied",
    IllegalReason.NOT_ADJACENT: "{target} is not adjacent to {source}",
    IllegalReason.MUST_TAKE: "this closes a mill, so you must take a stone: {alternatives}",
    IllegalReason.NOTHING_TO_TAKE: "this closes no mill, so there is nothing to take",
    IllegalReason.NO_STONE_THERE: "there is no stone to take on {removed}; take {alternatives}",
    IllegalReason.OWN_STONE: "{removed} is your own stone; take {alternatives}",
    IllegalReason.PROTECTED: "{removed} is in a mill; take {alternatives}",
    IllegalReason.ALL_PROTECTED: "every opposing stone is in a mill and protected; this mill takes nothing",
}


class IllegalMove(EngineError):
    """The move is well formed, but the rules forbid it here.

    `reason` and `params` (point names, counts as text) are what a translation needs; `alternatives` names the points
    that would do instead: stones to take, or free points to go to. `words` is the same said in English.
    """

    def __init__(
        self,
        reason: IllegalReason,
        *,
        move: str,
        position: str,
        alternatives: tuple[str, ...] = (),
        params: Mapping[str, str] | None = None,
    ) -> None:
        self.reason = reason
        self.move = move
        self.position = position
        self.alternatives = alternatives
        self.params = {"move": move, "alternatives": either(alternatives), **(params or {})}
        self.words = SENTENCES[reason].format_map(self.params)
        super().__init__(f"illegal move {move} in {position}: {self.words}")


def either(points: tuple[str, ...]) -> str:
    """`b4, d2 or f4`: the points as a choice in English; `nothing` if there is none."""
    if not points:
        return "nothing"
    *others, last = points
    return f"{', '.join(others)} or {last}" if others else last
