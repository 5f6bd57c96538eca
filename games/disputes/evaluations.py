"""The evaluation of the half-moves of a case, which players of an ongoing game never see."""

from django.db import transaction

from accounts.models import User
from games.disputes import audit_log
from games.disputes.verdicts import locked_case, require_may_decide
from games.reviews.requests import ask_for_case_review
from kit import database_time
from kit.errors import raises

EVALUATED = "evaluate"


@raises(locked_case, require_may_decide, ask_for_case_review)
def evaluate_moves(number: int, arbiter: User) -> None:
    """Let the worker judge the half-moves of the game, as far as it has come."""
    with transaction.atomic():
        dispute = locked_case(number)
        require_may_decide(dispute, arbiter)
        review = ask_for_case_review(dispute.game_id, arbiter)
        after = {"half_moves": review.plies}
        audit_log.record(arbiter, EVALUATED, dispute=dispute, after=after, now=database_time.now())
