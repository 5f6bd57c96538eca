"""The content of a puzzle's page: the position, what was answered, and the words for it."""

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.puzzles.models import THEMES, Puzzle, PuzzleAttempt, PuzzleSolver
from games.puzzles.queries import streak_of
from games.puzzles.solving import Answer, Outcome
from games.web.exercise import ExercisePage, Link
from muehle import Color, Move, Position, RuleSet
from muehle_engine.puzzles import Theme

TASKS: dict[str, Promise] = {
    Puzzle.Goal.WIN: gettext_lazy("%(side)s to move. Only one move wins. Find it."),
    Puzzle.Goal.DRAW: gettext_lazy("%(side)s to move. Only one move holds the draw. Find it."),
}
MISSES: dict[str, Promise] = {
    Puzzle.Goal.WIN: gettext_lazy("This gives the win away."),
    Puzzle.Goal.DRAW: gettext_lazy("This loses."),
}
# What the page shows, by outcome: the lesson's states.
STATES = {Outcome.RIGHT: "ask", Outcome.WRONG: "miss", Outcome.SOLVED: "right", Outcome.GIVEN_UP: "shown"}


@dataclass(frozen=True, kw_only=True)
class PuzzlePage(ExercisePage):
    """A puzzle for a reader. `solver` and `earlier` are None for visitors; `earlier` is an attempt before this one."""

    puzzle: Puzzle
    theme: Theme | None = None
    answer: Answer | None = None
    refusal: str = ""
    solver: PuzzleSolver | None = None
    earlier: PuzzleAttempt | None = None

    @property
    def state(self) -> str:
        """`ask` for the next move, `miss` after a wrong one, `right` when solved, `shown` after giving up."""
        return STATES[self.answer.outcome] if self.answer else "ask"

    @property
    def rules(self) -> RuleSet:
        return self.puzzle.ruleset

    @property
    def solver_color(self) -> Color:
        return self.puzzle.board.to_move

    @property
    def task(self) -> str:
        return str(TASKS[self.puzzle.goal]) % {"side": self.side}

    @cached_property
    def position(self) -> Position:
        """After what is right so far; after giving up, after the move that was to be found."""
        if self.answer is None:
            return self.puzzle.board
        if self._shown:
            return self.answer.position.play(self._shown, self.puzzle.ruleset)
        return self.answer.position

    @property
    def last(self) -> Move | None:
        if self.answer is None:
            return None
        return self._shown or next(iter(reversed(self.answer.line)), None)

    @property
    def _shown(self) -> Move | None:
        """The move that was to be found, after giving up."""
        if self.answer is None or self.answer.outcome is not Outcome.GIVEN_UP:
            return None
        return self.puzzle.moves[len(self.answer.line)]

    @property
    def found(self) -> str:
        """The solver's moves that are right."""
        return " ".join(str(move) for move in self.answer.line[::2]) if self.answer else ""

    # --- Words ---

    @property
    def words(self) -> list[str]:
        """What is said about the last move, in sentences."""
        if self.refusal:
            return [self.refusal]
        if self.answer is None:
            return [self._before]
        return [*self._about_move(self.answer), *self._about_rating(self.answer), *self._about_streak(self.answer)]

    @property
    def _before(self) -> str:
        if self.solver is None:
            return _("Play your move on the board.")
        if self.earlier is None:
            return _("Play your move on the board. Your first attempt counts; giving up counts as not solved.")
        if self.earlier.is_solved:
            return _("You have solved this puzzle before. You can play it again; it no longer counts.")
        return _("You have tried this puzzle before. You can play it again; it no longer counts.")

    def _about_move(self, answer: Answer) -> list[str]:
        if answer.outcome is Outcome.WRONG:
            hint = [_("Hint: the right move begins on %(point)s.") % {"point": answer.hint}] if answer.hint else []
            return [str(MISSES[self.puzzle.goal]), *hint]
        if answer.outcome is Outcome.SOLVED:
            return [_("Solved!")]
        if answer.outcome is Outcome.GIVEN_UP:
            rest = " ".join(self.puzzle.solution[len(answer.line) :])
            return [_("The solution is %(line)s.") % {"line": rest}]
        if not answer.line:
            return [self._before]
        reply = {"move": answer.line[-1]}
        return [_("Right. The answer is %(move)s. Find the next move.") % reply]

    def _about_rating(self, answer: Answer) -> list[str]:
        counted = answer.attempt
        if counted is None or not counted.is_rated:
            return []
        change = counted.rating_after - counted.rating_before
        return [
            _("Your rating in puzzles: %(rating)s (%(change)s).")
            % {"rating": counted.rating_after, "change": f"{change:+d}".replace("-", "−")}
        ]

    def _about_streak(self, answer: Answer) -> list[str]:
        if answer.attempt is None or answer.attempt.day is None or self.solver is None:
            return []
        return [_("Days in a row: %(count)s.") % {"count": streak_of(self.solver)}]

    @property
    def themes(self) -> list[str]:
        """What the puzzle was about; nothing before it is over, since this says much."""
        if self.state not in ("right", "shown"):
            return []
        return [str(THEMES[theme]) for theme in self.puzzle.themes]

    @property
    def title(self) -> str:
        return _("Puzzle %(number)s") % {"number": self.puzzle.pk}

    @property
    def parent(self) -> Link:
        return Link(_("Puzzles"), reverse("puzzles"))

    @property
    def following(self) -> Link:
        return Link(_("Next puzzle"), reverse("next_puzzle") + (f"?theme={self.theme}" if self.theme else ""))
