"""Errors of the rules library: malformed moves, positions and records, and illegal moves.

Every error has a stable code and parameters, so that callers can translate it.
"""

# ruff: noqa: N818 - the names say what happened, as those of the rules do

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class RulesError(Exception):
    """The base of all errors of the rules library."""


class MalformedMove(RulesError, ValueError):
    """The text is not a move in any notation."""

    def __init__(self, text: str) -> None:
        super().__init__(f"malformed move {text!r}")
        self.text = text


class MalformedPosition(RulesError, ValueError):
    """The text is not a position; `problem` says why."""

    def __init__(self, text: str, problem: str) -> None:
        super().__init__(f"malformed position {text!r}: {problem}")
        self.text = text
        self.problem = problem


class SetUpFault(StrEnum):
    """Why a position is impossible."""

    TOO_MANY_STONES = "too_many_stones"
    TOO_FEW_STONES = "too_few_stones"
    HANDS_WITH_WHITE = "hands_with_white"
    HANDS_WITH_BLACK = "hands_with_black"
    QUIET_WHILE_PLACING = "quiet_while_placing"


class ImpossiblePosition(RulesError, ValueError):
    """No game can reach the position; `side` and `count` are set if one side has a wrong number of stones."""

    def __init__(self, fault: SetUpFault, *, side: str = "", count: int = 0) -> None:
        of_side = f" {side} {count}" if side else ""
        super().__init__(f"impossible position: {fault.value}{of_side}")
        self.fault = fault
        self.side = side
        self.count = count


class RecordFault(StrEnum):
    """Why a text is not a game record."""

    NO_GAME = "no_game"
    SEVERAL_GAMES = "several_games"
    NO_MOVE = "no_move"
    NO_RESULT = "no_result"
    NOT_CLOSED = "not_closed"
    CONTROL_CHARACTER = "control_character"


RECORD_SENTENCES: Mapping[RecordFault, str] = {
    RecordFault.NO_GAME: "there is no game",
    RecordFault.SEVERAL_GAMES: "there is more than one game",
    RecordFault.NO_MOVE: "{word!r} is no move",
    RecordFault.NO_RESULT: "{word!r} is no result",
    RecordFault.NOT_CLOSED: "{word!r} is not closed",
    RecordFault.CONTROL_CHARACTER: "{word} is a control character",
}


class MalformedRecord(RulesError, ValueError):
    """The text is not a game record. `word` is what cannot be read, `ply` the current half-move, if any.

    `line` counts from 1; `problem` is the explanation in English.
    """

    def __init__(self, fault: RecordFault, *, line: int, ply: int | None = None, word: str = "") -> None:
        self.fault = fault
        self.word = word
        self.problem = RECORD_SENTENCES[fault].format(word=word)
        self.line = line
        self.ply = ply
        place = f"line {line}" if ply is None else f"line {line}, ply {ply}"
        super().__init__(f"{place}: {self.problem}")


class IllegalReason(StrEnum):
    """Why a well-formed move is illegal."""

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
    IllegalReason.PLACING_FIRST: "you still have {hand} in hand; place those first",
    IllegalReason.NOTHING_IN_HAND: "all your stones are placed; move one of them",
    IllegalReason.EMPTY_SOURCE: "there is no stone on {source}",
    IllegalReason.NOT_YOUR_STONE: "the stone on {source} is not yours",
    IllegalReason.OCCUPIED: "{target} is occupied",
    IllegalReason.NOT_ADJACENT: "{target} is not adjacent to {source}",
    IllegalReason.MUST_TAKE: "this closes a mill, so you must take a stone: {alternatives}",
    IllegalReason.NOTHING_TO_TAKE: "this does not close a mill, so you cannot take a stone",
    IllegalReason.NO_STONE_THERE: "there is no stone to take on {removed}; choose {alternatives}",
    IllegalReason.OWN_STONE: "{removed} is your own stone; take {alternatives}",
    IllegalReason.PROTECTED: "{removed} is in a mill; take {alternatives}",
    IllegalReason.ALL_PROTECTED: "every opposing stone is in a mill and protected; you take nothing",
}


class IllegalMove(RulesError):
    """The move is well formed but illegal.

    `reason` and `params` (point names, counts as text) are what a translation needs. `alternatives` has the points that
    are possible instead: stones to take, or free points to move to. `words` is the explanation in English.
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
    """`b4, d2 or f4`: a choice of points in English; `nothing` if there is none."""
    if not points:
        return "nothing"
    *others, last = points
    return f"{', '.join(others)} or {last}" if others else last


class LineFault(StrEnum):
    """Errors in lines whose moves are all legal."""

    ANSWER_MISSING = "answer_missing"
    TWO_ANSWERS = "two_answers"


class ImpossibleLine(RulesError, ValueError):
    """Half-move `half_move` of line `line`, both from 1, cannot be stored; `illegal` is the error of the move."""

    def __init__(
        self, line: int, half_move: int, *, fault: LineFault | None = None, illegal: IllegalMove | None = None
    ) -> None:
        self.line, self.half_move, self.fault, self.illegal = line, half_move, fault, illegal
        super().__init__(f"line {line}, half-move {half_move}: {fault or illegal}")
