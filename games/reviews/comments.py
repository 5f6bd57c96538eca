"""Reviews as comments in the records of games."""

from collections.abc import Mapping, Sequence

from django.utils.translation import override

from games.core.models.games import Game
from games.reviews.half_moves import for_white, reviewed_moves
from games.reviews.labels import MISTAKES
from games.reviews.models import GameReview
from muehle_engine.reviewing import ReviewedMove


def comments_on(numbers: Sequence[int]) -> Mapping[int, Sequence[str]]:
    """A comment on each half-move of the games that have a finished review, by number; one query.

    The words are English, as the tags of a record are.
    """
    reviews = GameReview.objects.of_ended_games().filter(
        game__in=numbers, game__status=Game.Status.FINISHED, finished_at__isnull=False
    )
    with override("en"):
        return {
            review.pk: [_comment(reviewed, ply) for ply, reviewed in enumerate(reviewed_moves(review), start=1)]
            for review in reviews
        }


def _comment(reviewed: ReviewedMove, ply: int) -> str:
    """`[%eval 0.31] Mistake, better: d7-g7xa1`: what White can expect after the half-move, and what was better."""
    played = for_white(reviewed.played, ply)
    parts = [f"[%eval {played.expected:.3g}{' proved' if played.is_proved else ''}]"]
    if reviewed.claim is not None:
        parts.append(f"Better: claim the draw ({reviewed.claim.value})")
    elif reviewed.mistake is not None:
        better = f", better: {' '.join(map(str, reviewed.line))}" if reviewed.line else ""
        parts.append(f"{MISTAKES[reviewed.mistake]}{better}")
    return " ".join(parts)
