"""Reviews as plain data."""

from games.core.models.games import side_of
from games.core.presenters import Data, rfc3339
from games.reviews.models import GameReview


def review_data(review: GameReview) -> Data:
    """A review as far as it is made."""
    judged = len(review.half_moves)
    return {
        "game": review.game_id,
        "status": status_of(review),
        "half_moves_total": review.plies,
        "half_moves_judged": judged,
        "version": review.version,
        "requested_at": rfc3339(review.requested_at),
        "finished_at": rfc3339(review.finished_at),
        "accuracy": review.summary.get("accuracy"),
        "turning_point": review.summary.get("turning_point"),
        "half_moves": [
            {"ply": ply, "side": side_of(ply).value, **half_move}
            for ply, half_move in enumerate(reversed(review.half_moves), review.plies - judged + 1)
        ],
    }


def status_of(review: GameReview) -> str:
    if review.finished_at is not None:
        return "finished"
    if review.has_failed:
        return "failed"
    return "running" if review.half_moves else "waiting"
