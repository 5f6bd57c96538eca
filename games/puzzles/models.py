"""Puzzles, those who solve them, their attempts, and the puzzles of the days."""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.core import rule_sets
from games.core.models.games import Game
from games.players.glicko import Strength, after_idleness
from muehle import RULESETS, Move, Position, RuleSet
from muehle_engine.puzzles import Theme

THEMES: Final = {
    Theme.MILL.value: _("Mill"),
    Theme.ZWICKMUEHLE.value: _("Zwickmühle"),
    Theme.BLOCK.value: _("Block"),
    Theme.THREE_AGAINST_THREE.value: _("Three against three"),
}


class Rated(models.Model):
    """A Glicko-2 rating."""

    value = models.FloatField(_("rating"), default=1500.0)
    deviation = models.FloatField(_("deviation"), default=350.0)
    volatility = models.FloatField(_("volatility"), default=0.06)
    attempts = models.PositiveIntegerField(_("rated attempts"), default=0)
    solved = models.PositiveIntegerField(_("solved"), default=0)

    class Meta:
        abstract = True

    @property
    def strength(self) -> Strength:
        return Strength(self.value, self.deviation, self.volatility)

    def count(self, strength: Strength, *, is_solved: bool) -> None:
        """Take the strength after an attempt."""
        self.value, self.deviation, self.volatility = strength.value, strength.deviation, strength.volatility
        self.attempts += 1
        self.solved += is_solved


class Puzzle(Rated):
    """A position in which each move of the side to move that is in the solution is the only one that keeps its result.

    A puzzle does not get better or worse with time: its deviation grows with no idleness.
    """

    class Goal(models.TextChoices):
        WIN = "won", _("win")
        DRAW = "drawn", _("hold the draw")

    rules = models.CharField(_("rules"), max_length=20, choices=rule_sets.choices)
    position = models.CharField(_("position"), max_length=48)
    # One for all positions that differ by a symmetry or the colours only.
    key = models.CharField(_("key"), max_length=40)
    goal = models.CharField(_("goal"), max_length=5, choices=Goal.choices)
    # Half-moves of both sides; the first and the last are the solver's.
    solution = ArrayField(models.CharField(max_length=8), verbose_name=_("solution"))
    themes = ArrayField(
        models.CharField(max_length=20, choices=list(THEMES.items())),
        blank=True,
        default=list,
        verbose_name=_("themes"),
    )
    # None if it came with the server.
    game = models.ForeignKey(
        Game, on_delete=models.SET_NULL, related_name="+", null=True, blank=True, verbose_name=_("game")
    )
    created_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["key", "rules"], name="puzzle_one_a_position"),
            models.CheckConstraint(condition=Q(goal__in=["won", "drawn"]), name="puzzle_goal_is_known"),
            models.CheckConstraint(condition=Q(solved__lte=F("attempts")), name="puzzle_solved_in_attempts"),
        ]
        indexes = [models.Index(fields=["value"], name="puzzle_by_rating")]

    def __str__(self) -> str:
        return f"{self.pk}: {self.position}"

    @property
    def ruleset(self) -> RuleSet:
        return RULESETS[self.rules]

    @property
    def board(self) -> Position:
        return Position.parse(self.position)

    @property
    def moves(self) -> list[Move]:
        """The solution."""
        return [Move.parse(text) for text in self.solution]


class PuzzleSolver(Rated):
    """Somebody who has tried puzzles: their rating, and the days in a row with a solved puzzle of the day."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="puzzle_solver",
        primary_key=True,
        verbose_name=_("player"),
    )
    # When the last rated attempt was, to which the deviation belongs.
    rated_at = models.DateTimeField(_("last rated attempt"), null=True, blank=True)
    streak = models.PositiveIntegerField(_("streak"), default=0)
    best_streak = models.PositiveIntegerField(_("longest streak"), default=0)
    # The last day of the streak.
    streak_day = models.DateField(_("last day of the streak"), null=True, blank=True)

    class Meta:
        verbose_name = _("solver of puzzles")
        verbose_name_plural = _("solvers of puzzles")
        constraints = [
            models.CheckConstraint(condition=Q(solved__lte=F("attempts")), name="puzzlesolver_solved_in_attempts"),
            models.CheckConstraint(condition=Q(streak__lte=F("best_streak")), name="puzzlesolver_best_streak_is_best"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.value:.0f}"

    def strength_at(self, at: datetime) -> Strength:
        """The strength at this time: the deviation grows with the time since the last rated attempt."""
        return after_idleness(self.strength, at - self.rated_at) if self.rated_at else self.strength


class PuzzleAttempt(models.Model):
    """The first attempt of somebody at a puzzle, and the first at the puzzle of a day if they had tried it before."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="puzzle_attempts",
        db_index=False,
        verbose_name=_("player"),
    )
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="+", verbose_name=_("puzzle"))
    # If it was the puzzle of that day.
    day = models.DateField(_("day"), null=True, blank=True)
    is_solved = models.BooleanField(_("solved"))
    is_rated = models.BooleanField(_("rated"))
    # Of the solver, rounded.
    rating_before = models.SmallIntegerField(_("rating before"))
    rating_after = models.SmallIntegerField(_("rating after"))
    tried_at = models.DateTimeField(_("tried"))

    class Meta:
        verbose_name = _("attempt at a puzzle")
        verbose_name_plural = _("attempts at puzzles")
        ordering = ["-tried_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "puzzle", "day"], nulls_distinct=False, name="puzzleattempt_one_a_day"
            ),
            models.UniqueConstraint(
                fields=["user", "puzzle"], condition=Q(is_rated=True), name="puzzleattempt_one_is_rated"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.puzzle_id}"


class DailyPuzzle(models.Model):
    """The puzzle of a day, which is a day of UTC."""

    day = models.DateField(_("day"), primary_key=True)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="days", verbose_name=_("puzzle"))

    class Meta:
        verbose_name = _("puzzle of the day")
        verbose_name_plural = _("puzzles of the days")
        ordering = ["-day"]

    def __str__(self) -> str:
        return f"{self.day}: {self.puzzle_id}"
