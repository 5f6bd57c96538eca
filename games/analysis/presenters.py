"""An analysis as plain data."""

from games.analysis.board import Analysis
from games.core.models.games import Game
from games.core.presenters import Data, position_data
from games.play.presenters import sequence_data, sided_zwickmuehlen_data
from muehle_engine import Assessment


def analysis_data(analysis: Analysis) -> Data:
    """The position after the moves of an analysis, with all positions on the way."""
    match, board, outcome = analysis.match, analysis.position, analysis.outcome
    return {
        "rules": analysis.rules.name,
        "start": analysis.start.text,
        "moves": [{"ply": ply, "move": str(move), "position": after.text} for ply, move, after in analysis.steps],
        "position": position_data(board),
        "turn": None if outcome else board.to_move.value,
        "ply": match.ply,
        "legal_moves": [str(move) for move in match.legal_moves()],
        "quiet_half_moves": board.quiet_half_moves,
        "quiet_limit": analysis.rules.quiet_limit,
        "repetitions": match.repetitions,
        "result": outcome.result if outcome else Game.Result.OPEN.value,
        "termination": outcome.termination.value if outcome else None,
        "claimable_draws": list(match.claimable_draws()),
        "sequence": sequence_data(match),
        "zwickmuehlen": sided_zwickmuehlen_data(board),
    }


def assessment_data(assessment: Assessment) -> Data:
    """What a position is worth; without a result where it is estimated."""
    return {
        "result": assessment.result.value if assessment.is_proved else None,
        "expected": round(assessment.expected, 3),
        "distance": assessment.distance,
        "depth": assessment.depth,
    }
