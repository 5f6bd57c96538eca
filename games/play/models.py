"""Draw offers, take-backs, conditional moves, reminders, gifts of time, and deadline notifications."""

from enum import StrEnum
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.core.models.games import Game
from kit import database_time
from muehle.conditional_moves import Line
from muehle.moves import Move
from muehle.programme import Programme


class DrawOffer(models.Model):
    LONGEST = 500

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        LAPSED = "lapsed", _("lapsed")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="draw_offers", verbose_name=_("game"))
    offered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        verbose_name=_("offered by"),
    )
    # Half-moves played when the offer was made, the one it came with included.
    ply = models.PositiveSmallIntegerField(_("half-move"))
    reason = models.CharField(_("reason"), max_length=LONGEST, blank=True)
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.OPEN)
    created_at = models.DateTimeField(_("created"), default=database_time.now)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("draw offer")
        verbose_name_plural = _("draw offers")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(status="open"), name="draw_offer_one_open_a_game"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id} ply {self.ply}: {self.status}"


class Stopped(StrEnum):
    """Why conditional moves have ended, apart from the reasons of a program (`muehle.programme.Stop`)."""

    UNFORESEEN = "unforeseen"
    DRAW_OFFERED = "draw_offered"
    WARNED = "warned"
    TAKEN_BACK = "taken_back"


class ConditionalMoves(models.Model):
    """Conditional moves, or a Zwickmühle programme; either begins with a half-move of the opponent."""

    MOST_LINES = 50
    LONGEST_LINE = 40
    MOST_TO_TAKE = 9

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="conditional_moves", verbose_name=_("game"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    # Lists of half-moves as they are written, the opponent's first.
    lines = models.JSONField(_("lines"), default=list)
    # {"u": "a7", "v": "d7", "take": ["g1", …]}
    programme = models.JSONField(_("Zwickmühle programme"), null=True, blank=True)
    updated_at = models.DateTimeField(_("changed"), default=database_time.now)

    class Meta:
        verbose_name = verbose_name_plural = _("conditional moves")
        ordering = ["id"]
        # From when conditional moves were called plans.
        db_table = "play_plan"
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="conditional_moves_one_a_player_and_game"),
            models.CheckConstraint(
                condition=(Q(programme__isnull=True) & ~Q(lines=[])) | Q(programme__isnull=False, lines=[]),
                name="conditional_moves_are_lines_or_programme",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.player_id}"

    @property
    def parsed_lines(self) -> tuple[Line, ...]:
        return tuple(tuple(map(Move.parse, line)) for line in self.lines)

    @property
    def parsed_programme(self) -> Programme | None:
        found: dict[str, Any] | None = self.programme
        return found and Programme(found["u"], found["v"], tuple(found["take"]))  # type: ignore[return-value]


class Reminder(models.Model):
    """One friendly reminder of a half-move; there is no second one."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="reminders", db_index=False, verbose_name=_("game")
    )
    # Those played when it was given; the next one is waited for.
    ply = models.PositiveSmallIntegerField(_("half-moves played"))
    created_at = models.DateTimeField(_("created"), default=database_time.now)

    class Meta:
        # Of the model's first name.
        db_table = "play_nudge"
        verbose_name = _("friendly reminder")
        verbose_name_plural = _("friendly reminders")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["game", "ply"], name="reminder_once_in_a_turn")]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.ply}"


class DeadlineSteps(models.Model):
    """When a player wants to be notified of a deadline; who has no row is notified when a quarter of the time is left,
    and when a day is."""

    MOST = 5
    CHOICES = (1, 3, 6, 12, 24, 48, 72, 120, 168)

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True, verbose_name=_("player")
    )
    # Before the deadline, the longest first.
    hours = ArrayField(models.PositiveSmallIntegerField(), verbose_name=_("hours"))

    class Meta:
        verbose_name = _("steps of deadline notifications")
        verbose_name_plural = _("steps of deadline notifications")
        constraints = [models.CheckConstraint(condition=Q(hours__len__gt=0), name="deadline_steps_are_some")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.hours}"


class Takeback(models.Model):
    """A player's request to have their last half-move back, in a casual game."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        LAPSED = "lapsed", _("lapsed")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="takebacks", verbose_name=_("game"))
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        verbose_name=_("asked by"),
    )
    ply = models.PositiveSmallIntegerField(_("half-moves played"))
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.OPEN)
    # What was taken back: ply, move, at and seconds_spent of each half-move, which has no row of its own any more.
    moves = models.JSONField(_("moves"), default=list, blank=True)
    created_at = models.DateTimeField(_("created"), default=database_time.now)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("take-back")
        verbose_name_plural = _("take-backs")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=Q(status="open"), name="takeback_one_open_a_game"),
            models.CheckConstraint(
                condition=Q(status="accepted") & ~Q(moves=[]) | ~Q(status="accepted") & Q(moves=[]),
                name="takeback_has_moves_if_accepted",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id} ply {self.ply}: {self.status}"


class TimeGift(models.Model):
    """Time that a player has added to the opponent's clock."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="time_gifts", verbose_name=_("game"))
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        verbose_name=_("given by"),
    )
    ply = models.PositiveSmallIntegerField(_("half-moves played"))
    seconds = models.PositiveIntegerField(_("seconds"))
    created_at = models.DateTimeField(_("created"), default=database_time.now)

    class Meta:
        verbose_name = _("time given")
        verbose_name_plural = _("times given")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.given_by_id}: {self.seconds}"


class DeadlineNotification(models.Model):
    """A deadline notification that was recorded: one of each kind for each deadline of a half-move. A deadline that was
    moved by leave or days off counts as another one."""

    class Kind(models.TextChoices):
        QUARTER = "quarter", _("a quarter of the time is left")
        DAY = "day", _("a day is left")
        # With the number of hours behind it, for those who have chosen steps.
        STEP = "step", _("a chosen number of hours is left")

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="deadline_notifications", db_index=False, verbose_name=_("game")
    )
    ply = models.PositiveIntegerField(_("half-moves played"))
    # A Kind, or `step` with its hours: `step72`.
    kind = models.CharField(_("kind"), max_length=8)
    # Null in old rows: they stand for every deadline of the half-move.
    deadline_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), default=database_time.now)

    class Meta:
        verbose_name = _("deadline notification")
        verbose_name_plural = _("deadline notifications")
        ordering = ["id"]
        # From when notifications had this model.
        db_table = "notifications_reminder"
        constraints = [
            models.UniqueConstraint(
                fields=["game", "ply", "kind", "deadline_at"], name="deadline_notification_once_per_kind"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.ply} {self.kind}"
