"""Stored games as games of the rules library. Nothing here writes."""

from typing import Any

from accounts.models.rows import fetched
from games.core.labels import why_illegal
from games.core.models.games import Game
from games.play.errors import MoveIllegal, MoveMalformed
from muehle import ClaimProof, IllegalMove, MalformedMove, Outcome, Repetition
from muehle import Game as Match
from muehle import Move as EngineMove

# Three equal blocks are never longer, for the quiet limit comes first (docs/rules.md).
SEQUENCE_MOVES = 99
PAST = "SELECT position, notation FROM core_move WHERE game_id = %s AND ply >= %s ORDER BY ply"


def parsed(notation: str) -> EngineMove:
    """The move of a text; raises MoveMalformed."""
    try:
        return EngineMove.parse(notation)
    except MalformedMove as error:
        raise MoveMalformed(move=notation[:20]) from error


def resumed(game: Game) -> Match:
    """The game of the rules library at the stored position, with as many past moves as its rules need."""
    past = _past(game)
    return Match.resume(
        game.ruleset,
        game.board,
        ply=game.ply,
        recent_positions=[position for position, _notation in past],
        recent_moves=[notation for _position, notation in past],
    )


def _past(game: Game) -> list[tuple[Any, ...]]:
    """Positions and moves, oldest first, as far back as a draw by repetition may reach under the rules of the game."""
    rules, quiet = game.ruleset, game.quiet_half_moves
    # Sequences may have placements and mills in them; a position never comes again that stood before one.
    if rules.repetition is Repetition.SEQUENCE:
        return fetched(PAST, [game.pk, game.ply - SEQUENCE_MOVES + 1])
    if quiet and rules.repetition is Repetition.POSITION:
        return fetched(PAST, [game.pk, game.ply - quiet])
    return []


def outcome_of(game: Game, match: Match, move: EngineMove) -> Outcome | None:
    """Play the move on the match and say how that ended it, if it did.

    Raises MoveIllegal, which says why in words and lists the legal moves.
    """
    try:
        return match.play(move)
    except IllegalMove as error:
        legal = [str(legal_move) for legal_move in match.legal_moves()]
        details = {"move": str(move), "why": why_illegal(error), "reason": error.reason.value, "legal_moves": legal}
        raise MoveIllegal(game, **details) from error


def proof_of(game: Game, claim: str) -> ClaimProof:
    """What can be said for a claim to a draw in the position that stands, also when it has just ended the game."""
    return resumed(game).prove_claim(claim)


def proof_as_data(proof: ClaimProof) -> dict[str, Any]:
    """What the server found: the count, how many are needed and, of a repetition, after which plies."""
    return {"claim": proof.kind.value, "count": proof.count, "needed": proof.needed, "plies": list(proof.plies)}
