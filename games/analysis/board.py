"""The analysis board: any moves from any position under any rule set. Without database queries.

Stored games are loaded in games.play.loading.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import muehle
from games.analysis.errors import PositionImpossible, PositionMalformed, RecordIllegal, RecordMalformed, TooManyMoves
from games.core.labels import why_illegal, why_impossible, why_unreadable
from games.play.errors import MoveIllegal, MoveMalformed
from kit.errors import raises
from muehle import (
    RULESETS,
    IllegalMove,
    ImpossiblePosition,
    MalformedMove,
    MalformedPosition,
    MalformedRecord,
    Move,
    Outcome,
    Position,
    Record,
    RuleSet,
    parse_record,
    require_possible,
)

# Games with a quiet limit have at most 1318 half-moves; without one, no game has been this long.
MOST_MOVES: Final = 2000


class AnalysisStep(NamedTuple):
    """A half-move and the position after it."""

    ply: int
    move: Move
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """A start position, the moves played from it, and the resulting game of the rules library; `tags` of a record."""

    match: muehle.Game
    start: Position
    steps: Sequence[AnalysisStep] = ()
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> RuleSet:
        return self.match.rules

    @property
    def position(self) -> Position:
        return self.match.position

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome()


@raises(PositionMalformed, PositionImpossible)
def start_position(text: str | None, *, rules: str) -> Position:
    """The position of the text, or the empty board."""
    if text is None:
        return Position.start()
    try:
        position = Position.read(text)
        require_possible(position)
    except MalformedPosition as error:
        raise PositionMalformed(position=text, problem=error.problem) from error
    except ImpossiblePosition as error:
        why = why_impossible(error, RULESETS[rules])
        raise PositionImpossible(position=text, reason=error.fault.value, why=why) from error
    return position


@raises(start_position, TooManyMoves, MoveMalformed, MoveIllegal)
def analyse(moves: Sequence[str], *, rules: str, start: str | None = None) -> Analysis:
    """Play out moves from the start position, or from the empty board. Refusals of moves name the half-move."""
    first = start_position(start, rules=rules)
    match = muehle.Game(RULESETS[rules], first)
    _require_few(moves)
    steps = [_step(match, _parsed(text, ply=ply)) for ply, text in enumerate(moves, start=1)]
    return Analysis(match=match, start=first, steps=steps)


@raises(start_position, RecordMalformed, RecordIllegal, TooManyMoves)
def analyse_record(text: str, *, rules: str) -> Analysis:
    """Play out the game in the text, under the rule set of its tag `Variant`, or else under `rules`.

    It starts at the position of its tag `Position`, or else at the empty board.
    """
    return play_out(_read(text), rules=rules)


@raises(start_position, RecordIllegal, TooManyMoves)
def play_out(record: Record, *, rules: str) -> Analysis:
    """The same for a parsed record."""
    _require_few(record.moves)
    played_by = RULESETS.get(record.tags.get("Variant", ""), RULESETS[rules])
    first = start_position(record.tags.get("Position"), rules=played_by.name)
    match = muehle.Game(played_by, first)
    try:
        steps = [_step(match, move) for move in record.moves]
    except MoveIllegal as refusal:
        line = record.lines[refusal.details["ply"] - 1]
        raise RecordIllegal(line=line, **refusal.details) from refusal
    return Analysis(match=match, start=first, steps=steps, tags={**record.tags, "Result": record.result})


def _read(text: str) -> Record:
    try:
        return parse_record(text)
    except MalformedRecord as error:
        place = {"line": error.line} | ({"ply": error.ply} if error.ply else {})
        raise RecordMalformed(reason=error.fault.value, why=why_unreadable(error), **place) from error


def _require_few(moves: Sequence[object]) -> None:
    if len(moves) > MOST_MOVES:
        raise TooManyMoves(most=MOST_MOVES)


def _parsed(text: str, *, ply: int) -> Move:
    try:
        return Move.parse(text)
    except MalformedMove as error:
        raise MoveMalformed(move=text, ply=ply) from error


def _step(match: muehle.Game, move: Move) -> AnalysisStep:
    """Play the move; MoveIllegal has the reason and the legal moves."""
    try:
        match.play(move)
    except IllegalMove as error:
        legal = [str(legal_move) for legal_move in match.legal_moves()]
        details = {"move": str(move), "ply": match.ply + 1, "why": why_illegal(error), "reason": error.reason.value}
        raise MoveIllegal(None, **details, legal_moves=legal) from error
    return AnalysisStep(match.ply, move, match.position)
