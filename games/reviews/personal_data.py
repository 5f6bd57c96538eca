"""Personal data of reviews."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy import erasure
from accounts.privacy.parts import add, table
from games.reviews.models import GameReview

add(
    table(
        "reviews.ndjson",
        _("the game reviews that you have asked for"),
        of="reviews.GameReview.requested_by",
        columns="game=game_id requested_at finished_at",
    ),
    table(
        "best-moves.ndjson",
        _("how often you found a best move in reviewed games"),
        of="reviews.MoveAgreement.player",
        columns="review=review_id band proved proved_kept estimated estimated_kept",
    ),
)


def _forget(user: User) -> None:
    """Reviews belong to their games, and stay."""
    GameReview.objects.filter(requested_by=user).update(requested_by=None)


erasure.add(gone=("reviews.MoveAgreement.player",), erase=_forget)
