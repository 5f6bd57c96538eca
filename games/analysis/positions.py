"""The analysis of a single position, for developers of boards and programs. Without database queries."""

import muehle
from games.analysis.errors import PositionMalformed
from games.core.labels import why_illegal
from games.core.presenters import Data, position_data
from games.play.errors import MoveMalformed
from games.play.presenters import zwickmuehlen_data
from kit.errors import raises
from muehle import RULESETS, Color, IllegalMove, MalformedMove, MalformedPosition, Move, Outcome, Position


@raises(PositionMalformed, MoveMalformed)
def analysis_of(text: str, *, rules: str, move: str | None = None) -> Data:
    """The legal moves, the outcome, mills and Zwickmühlen of a position, and the effect of a move.

    An illegal move is a result, not an error.
    """
    board, tried = _position(text), None if move is None else _move(move)
    match = muehle.Game(RULESETS[rules], board)
    return {
        "position": position_data(board),
        "rules": rules,
        "turn": board.to_move.value,
        "legal_moves": [str(legal) for legal in match.legal_moves()],
        "outcome": _outcome(match.outcome()),
        "mills": {color.value: [list(mill) for mill in board.mills(color)] for color in Color},
        "zwickmuehlen": {color.value: zwickmuehlen_data(board, color) for color in Color},
        "move": tried and _tried(match, tried),
    }


def _position(text: str) -> Position:
    try:
        return Position.parse(text)
    except MalformedPosition as error:
        raise PositionMalformed(position=text, problem=error.problem) from error


def _move(text: str) -> Move:
    try:
        return Move.parse(text)
    except MalformedMove as error:
        raise MoveMalformed(move=text) from error


def _tried(match: muehle.Game, move: Move) -> Data:
    before, refused = match.position, None
    try:
        match.play(move)
    except IllegalMove as error:
        refused = error
    return {
        "move": str(move),
        "legal": refused is None,
        "reason": refused and refused.reason.value,
        "why": refused and why_illegal(refused),
        "alternatives": list(refused.alternatives) if refused else [],
        "closes_mill": refused is None and before.closes_mill(move),
        "position": None if refused else position_data(match.position),
        "outcome": None if refused else _outcome(match.outcome()),
    }


def _outcome(outcome: Outcome | None) -> Data | None:
    return {"result": outcome.result, "termination": outcome.termination.value} if outcome else None
