"""Finding the better move: what is said of a move that a reader tries in place of a mistake."""

from dataclasses import dataclass
from enum import StrEnum

from accounts.models import User
from games.analysis.evaluating import evaluated
from games.play.loading import parsed, position_after
from games.reviews.errors import NotTheReviewedMove
from kit.errors import raises
from muehle import Move, Position, RuleSet
from muehle_engine.assessing import Assessment
from muehle_engine.reviewing import INACCURACY, ReviewedMove


class Outcome(StrEnum):
    """The best move of the review, one that is as good, a worse one, or none: the solution is asked for."""

    BEST = "best"
    AS_GOOD = "as_good"
    WORSE = "worse"
    GIVEN_UP = "given_up"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a move; `value` is what the position is worth after it for the side that makes it, if known."""

    outcome: Outcome
    move: Move
    value: Assessment | None = None


@raises(parsed, position_after, NotTheReviewedMove, evaluated)
def try_move(text: str, position: Position, rules: RuleSet, reviewed: ReviewedMove, user: User | None) -> Answer:
    """Compare a move with the review of the one that was played, which was a mistake.

    Moves that the review does not know are evaluated for users, within their limit; LimitReached is raised beyond it.
    For visitors, they are NotTheReviewedMove.
    """
    move = parsed(text)
    position_after(position, move, rules)
    if move == reviewed.line[0]:
        return Answer(Outcome.BEST, move, reviewed.best)
    if move == reviewed.move:
        return Answer(Outcome.WORSE, move, reviewed.played)
    if user is None:
        raise NotTheReviewedMove
    found = evaluated(user.pk, position, rules)
    value = next(each.value for each in found.moves if each.move == move)
    loss = max(each.value.expected for each in found.moves) - value.expected
    return Answer(Outcome.AS_GOOD if loss < INACCURACY else Outcome.WORSE, move, value)
