"""Errors of reviews."""

from django.utils.translation import gettext_lazy as _

from games.core.errors import GameRefusal
from kit.errors import Refusal


class GameOngoing(GameRefusal):
    code = "game_ongoing"
    status = 409
    text = _("A game can be reviewed when it is over.")


class NothingToReview(GameRefusal):
    code = "nothing_to_review"
    status = 409
    text = _("No move was played in this game.")


class TooManyReviews(Refusal):
    """Of those that are not finished yet."""

    code = "too_many_reviews"
    status = 429
    retry_after = 60
    text = _("You are already waiting for %(count)s reviews. Please try again when one of them is finished.")


class NotTheReviewedMove(Refusal):
    """A visitor tries a move that the review says nothing of."""

    code = "not_the_reviewed_move"
    status = 403
    text = _("The review prefers another move. Log in to learn what yours is worth.")
