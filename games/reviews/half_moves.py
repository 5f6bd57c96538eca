"""Judged half-moves as JSON: what is stored, and what the API shows."""

from typing import Any

from games.analysis.presenters import assessment_data
from games.core.models.games import side_of
from games.reviews.models import GameReview
from muehle import Claim, Color, Move
from muehle_engine.assessing import Assessment
from muehle_engine.reviewing import Mistake, ReviewedMove
from muehle_tables import Result


def as_data(reviewed: ReviewedMove) -> dict[str, Any]:
    """A judged half-move. `from_data` is the inverse, as exactly as expected scores are stored."""
    return {
        "move": str(reviewed.move),
        "best": assessment_data(reviewed.best),
        "played": assessment_data(reviewed.played),
        "proved": reviewed.is_proved,
        "mistake": reviewed.mistake.value if reviewed.mistake else None,
        "line": [str(move) for move in reviewed.line],
        "claim": reviewed.claim.value if reviewed.claim else None,
        "choices": reviewed.choices,
        "keeping": reviewed.keeping,
    }


def from_data(data: dict[str, Any]) -> ReviewedMove:
    """What was stored."""
    return ReviewedMove(
        move=Move.parse(data["move"]),
        best=_assessment(data["best"]),
        played=_assessment(data["played"]),
        line=tuple(map(Move.parse, data["line"])),
        choices=data["choices"],
        keeping=data["keeping"],
        mistake=Mistake(data["mistake"]) if data["mistake"] else None,
        claim=Claim(data["claim"]) if data["claim"] else None,
    )


def reviewed_moves(review: GameReview) -> list[ReviewedMove]:
    """The half-moves that are judged so far, in the order of the game."""
    return [from_data(data) for data in reversed(review.half_moves)]


def for_white(assessment: Assessment, ply: int) -> Assessment:
    """What is worth so much for the side that makes a half-move, as White sees it."""
    return assessment if side_of(ply) is Color.WHITE else assessment.for_opponent()


def _assessment(data: dict[str, Any]) -> Assessment:
    return Assessment(
        result=Result(data["result"]) if data["result"] else Result.UNKNOWN,
        expected=data["expected"],
        distance=data["distance"],
        depth=data["depth"],
    )
