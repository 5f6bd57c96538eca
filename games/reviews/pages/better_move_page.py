"""The page on which a reader finds the better move in place of a mistake."""

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.models.games import side_of
from games.reviews.better_moves import Answer, Outcome
from games.reviews.half_moves import for_white
from games.reviews.pages.review_page import ReviewPage, better_words, label_of, value_words
from games.web.exercise import ExercisePage, Link
from muehle import Color, Move, Position, RuleSet
from muehle_engine.reviewing import ReviewedMove

STATES = {Outcome.BEST: "right", Outcome.AS_GOOD: "right", Outcome.WORSE: "miss", Outcome.GIVEN_UP: "shown"}


@dataclass(frozen=True, kw_only=True)
class BetterMovePage(ExercisePage):
    """The position before the half-move `ply`, a mistake with a better line."""

    review: ReviewPage
    ply: int
    answer: Answer | None = None
    refusal: str = ""

    @property
    def title(self) -> str:
        return _("Find the better move")

    @property
    def task(self) -> str:
        words = {"side": self.side, "move": label_of(self.ply, self.reviewed.move)}
        return _("%(side)s to move. %(move)s was a mistake. What is better?") % words

    @property
    def rules(self) -> RuleSet:
        return self.review.game.ruleset

    @property
    def reviewed(self) -> ReviewedMove:
        return self.review.reviewed[self.ply - 1]

    @property
    def before(self) -> Position:
        return self.review.positions[self.ply - 1]

    @property
    def position(self) -> Position:
        return self.before.play(self.last, self.rules) if self.last else self.before

    @property
    def solver_color(self) -> Color:
        return side_of(self.ply)

    @property
    def last(self) -> Move | None:
        """The move that was tried, unless it is a worse one."""
        return self.answer.move if self.answer and self.state != "miss" else None

    @property
    def state(self) -> str:
        return STATES[self.answer.outcome] if self.answer else "ask"

    @property
    def words(self) -> list[str]:
        if self.refusal:
            return [self.refusal]
        if self.answer is None:
            return [_("Play your move on the board.")]
        best = better_words(self.reviewed, label=label_of(self.ply, self.reviewed.line[0]))
        match self.answer.outcome:
            case Outcome.BEST:
                return [_("Right."), best]
            case Outcome.AS_GOOD:
                return [_("That is as good as the best move of the review."), best]
            case Outcome.GIVEN_UP:
                line = " ".join(map(str, self.reviewed.line))
                return [best, _("The line: %(line)s.") % {"line": line}] if len(self.reviewed.line) > 1 else [best]
        return [self._about_worse(self.answer)]

    def _about_worse(self, answer: Answer) -> str:
        if answer.value is None:
            return _("There is a better move.")
        words = {"move": answer.move, "value": value_words(for_white(answer.value, self.ply), self.rules)}
        if answer.value.is_proved:
            return _("There is a better move. After %(move)s: %(value)s (proved).") % words
        return _("There is a better move. After %(move)s: %(value)s (estimated).") % words

    @cached_property
    def _plies(self) -> list[int]:
        return self.review.plies_to_better(self.solver_color)

    @property
    def number(self) -> int:
        """Which mistake of the side it is, from 1."""
        return self._plies.index(self.ply) + 1

    @property
    def count(self) -> int:
        return len(self._plies)

    @property
    def parent(self) -> Link:
        return Link(_("Game review"), reverse("game_review", args=[self.review.game.number]))

    @property
    def following(self) -> Link:
        later = [ply for ply in self._plies if ply > self.ply]
        if not later:
            return Link(_("Back to the review"), self.parent.address)
        return Link(_("Next mistake"), reverse("better_move", args=[self.review.game.number, later[0]]))
