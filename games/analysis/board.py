"""Any moves from any position under any rule set, played out by the engine: the analysis board. Pure: no query.

What a stored game is to the engine is in matches; who played it, and when, is nobody's business here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.analysis.errors import PositionImpossible, PositionMalformed, RecordIllegal, RecordMalformed, TooManyMoves
from games.core.labels import why_illegal, why_impossible, why_unreadable
from games.play.errors import MoveIllegal, MoveMalformed
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
from muehle import Game as Match

# No game with a quiet limit is longer than 1318 half-moves, and without one nobody has played so many.
MOST_MOVES: Final = 2000


class Step(NamedTuple):
    """A half-move and the position that it led to."""

    ply: int
    move: Move
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """A start position, the moves played from it, and the engine's game where they have led; `tags` of a record."""

    match: Match
    start: Position
    steps: Sequence[Step] = ()
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


def start_position(text: str | None, *, rules: str) -> Position:
    """The position that the text shows, or the empty board; raises PositionMalformed, PositionImpossible."""
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


def analyse(moves: Sequence[str], *, rules: str, start: str | None = None) -> Analysis:
    """The moves played out from the start position, or from the empty board.

    Raises what `start_position` does, and TooManyMoves, MoveMalformed, MoveIllegal, which name the half-move.
    """
    first = start_position(start, rules=rules)
    match = Match(RULESETS[rules], first)
    _require_few(moves)
    steps = [_step(match, _parsed(text, ply=ply)) for ply, text in enumerate(moves, start=1)]
    return Analysis(match=match, start=first, steps=steps)


def analyse_record(text: str, *, rules: str) -> Analysis:
    """The game in the text, played out under the rule set that its tag `Variant` names, else under `rules`.

    It begins with the position of its tag `Position`, else with the empty board. Raises RecordMalformed, RecordIllegal,
    TooManyMoves, and what `start_position` does.
    """
    return play_out(_read(text), rules=rules)


def play_out(record: Record, *, rules: str) -> Analysis:
    """The same for a record that has been read."""
    _require_few(record.moves)
    played_by = RULESETS.get(record.tags.get("Variant", ""), RULESETS[rules])
    first = start_position(record.tags.get("Position"), rules=played_by.name)
    match = Match(played_by, first)
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


def _step(match: Match, move: Move) -> Step:
    """Play the move on the match; raises MoveIllegal, which says why and what could be played instead."""
    try:
        match.play(move)
    except IllegalMove as error:
        legal = [str(legal_move) for legal_move in match.legal_moves()]
        details = {"move": str(move), "ply": match.ply + 1, "why": why_illegal(error), "reason": error.reason.value}
        raise MoveIllegal(None, **details, legal_moves=legal) from error
    return Step(match.ply, move, match.position)
