"""Loads stored games as games of the rules library. Reads only."""

from collections.abc import Sequence
from typing import Any

import muehle
from games.core.labels import why_illegal
from games.core.models.games import Game, PlayedMove
from games.core.queries import moves_of
from games.play.errors import MoveIllegal, MoveMalformed
from kit.errors import raises
from muehle import ClaimProof, IllegalMove, MalformedMove, Outcome, Position
from muehle.game import SEQUENCE_MOVES


@raises(MoveMalformed)
def parsed(notation: str) -> muehle.Move:
    """The move of a text."""
    try:
        return muehle.Move.parse(notation)
    except MalformedMove as error:
        raise MoveMalformed(move=notation[:20]) from error


def resumed(game: Game) -> muehle.Game:
    """The game of the rules library at the stored position, with as many past moves as its rules need."""
    return match_after(game, game.board, game.ply, moves_of(game))


def match_after(game: Game, board: Position, ply: int, moves: Sequence[PlayedMove]) -> muehle.Game:
    """The game of the rules library at a position after these moves, with as many of them as its rules need."""
    # A position never comes again that stood before a placement or a mill; sequences may have both in them.
    recent = [move.position for move in moves[-board.quiet_half_moves - 1 :]]
    notations = [move.notation for move in moves[-SEQUENCE_MOVES:]]
    return muehle.Game.resume(game.ruleset, board, ply=ply, recent_positions=recent, recent_moves=notations)


@raises(MoveIllegal)
def outcome_of(game: Game | None, match: muehle.Game, move: muehle.Move) -> Outcome | None:
    """Play the move on the match and say how that ended it, if it did.

    MoveIllegal says why in words and lists the legal moves.
    """
    try:
        return match.play(move)
    except IllegalMove as error:
        legal = [str(legal_move) for legal_move in match.legal_moves()]
        details = {"move": str(move), "why": why_illegal(error), "reason": error.reason.value, "legal_moves": legal}
        raise MoveIllegal(game, **details) from error


@raises(outcome_of)
def position_after(position: Position, move: muehle.Move, rules: muehle.RuleSet) -> Position:
    """The position after a move that belongs to no stored game."""
    match = muehle.Game(rules, position)
    outcome_of(None, match, move)
    return match.position


def proof_of(game: Game, claim: str) -> ClaimProof:
    """The proof of a draw claim in the current position, also if that position has ended the game."""
    return resumed(game).prove_claim(claim)


def proof_as_data(proof: ClaimProof) -> dict[str, Any]:
    """A proof as JSON: the count, how many are needed and, for a repetition, after which half-moves."""
    return {"claim": proof.kind.value, "count": proof.count, "needed": proof.needed, "plies": list(proof.plies)}
