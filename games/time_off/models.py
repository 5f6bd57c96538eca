"""Leave, weekly days off, pauses by agreement, and freezes of clocks during disputes."""

from datetime import datetime

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models.users import validate_time_zone
from games.core.models.games import Game
from kit import database_time
from muehle.clocks.leave import Absence
from muehle.clocks.pauses import Pause, Reason


class LeaveQuerySet(models.QuerySet["Leave"]):
    def of_all_games(self) -> "LeaveQuerySet":
        """Leave without the emergency days of single games."""
        return self.filter(game=None)

    def current(self, *, now: datetime) -> "LeaveQuerySet":
        return self.of_all_games().filter(starts_at__lte=now, ends_at__gt=now)


class Leave(models.Model):
    """A player's leave. With a game, it is the emergency day that was drawn to save it; it stops all clocks as well."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="leaves",
        db_index=False,
        verbose_name=_("player"),
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="emergency_days", null=True, blank=True, verbose_name=_("game")
    )
    starts_at = models.DateTimeField(_("begins"))
    ends_at = models.DateTimeField(_("ends"))
    created_at = models.DateTimeField(_("created"), default=database_time.now, editable=False)
    # When the clocks were renewed for its beginning; null while it is planned.
    begun_at = models.DateTimeField(_("begun"), null=True, blank=True)
    # When the player was notified of its approaching end, once.
    end_told_at = models.DateTimeField(_("end told"), null=True, blank=True, editable=False)

    objects = LeaveQuerySet.as_manager()

    class Meta:
        verbose_name = _("leave")
        verbose_name_plural = _("leaves")
        ordering = ["starts_at"]
        constraints = [
            models.CheckConstraint(condition=Q(starts_at__lt=F("ends_at")), name="leave_ends_after_its_beginning"),
            models.UniqueConstraint(
                fields=["user", "game"], condition=Q(game__isnull=False), name="leave_one_emergency_day_a_game"
            ),
        ]
        indexes = [
            models.Index(fields=["user", "ends_at"], name="leave_of_user"),
            models.Index(fields=["starts_at"], name="leave_to_begin", condition=Q(begun_at=None)),
            models.Index(fields=["ends_at"], name="leave_end_to_tell", condition=Q(game=None, end_told_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.starts_at} – {self.ends_at}"

    @property
    def absence(self) -> Absence:
        """The leave as the leave account needs it."""
        return Absence(self.starts_at, self.ends_at)

    @property
    def pause(self) -> Pause:
        """The leave as a clock needs it."""
        return Pause(self.starts_at, self.ends_at, Reason.LEAVE if self.game_id is None else Reason.EMERGENCY_DAY)


class StaleClocks(models.Model):
    """The player's clocks must be recomputed in the games where they are on move. Deleted when that is done."""

    class Why(models.TextChoices):
        LEAVE = "leave", _("leave")
        CALENDAR = "calendar", _("days off")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True, verbose_name=_("player")
    )
    since = models.DateTimeField(_("since"))
    # The reason of the latest change, for the event.
    why = models.CharField(_("why"), max_length=8, choices=Why.choices, default=Why.LEAVE, db_default=Why.LEAVE)

    class Meta:
        verbose_name = _("clocks to be renewed")
        verbose_name_plural = _("clocks to be renewed")

    def __str__(self) -> str:
        return f"{self.user_id} since {self.since}"


class DaysOff(models.Model):
    """A player's days off: up to two weekdays, and the public holidays of a region or of none.

    Weekdays count from 0 for Monday. Days are whole days in the time zone.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("player")
    )
    since = models.DateTimeField(_("since"))
    weekdays = ArrayField(models.PositiveSmallIntegerField(), blank=True, default=list, verbose_name=_("weekdays"))
    region = models.CharField(_("public holidays of"), max_length=6, blank=True, default="", db_default="")
    time_zone = models.CharField(_("time zone"), max_length=64, validators=[validate_time_zone])

    class Meta:
        verbose_name = _("days off")
        verbose_name_plural = _("days off")
        ordering = ["since"]
        constraints = [models.UniqueConstraint(fields=["user", "since"], name="days_off_one_version_an_instant")]

    def __str__(self) -> str:
        return f"{self.user_id} since {self.since}: {self.weekdays}"


class Freeze(models.Model):
    """A period in which a dispute stops the clocks of its game; a verdict ends it early."""

    # The number of the dispute.
    case_number = models.PositiveBigIntegerField(_("case"), primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("game"))
    starts_at = models.DateTimeField(_("begins"))
    ends_at = models.DateTimeField(_("ends"))

    class Meta:
        verbose_name = _("freeze")
        verbose_name_plural = _("freezes")
        ordering = ["starts_at"]
        constraints = [
            models.CheckConstraint(condition=Q(starts_at__lte=F("ends_at")), name="freeze_ends_after_its_beginning"),
        ]
        indexes = [models.Index(fields=["game", "ends_at"], name="freeze_of_game")]

    def __str__(self) -> str:
        return f"#{self.game_id}: {self.starts_at} – {self.ends_at}"

    @property
    def pause(self) -> Pause:
        """The freeze as a clock needs it."""
        return Pause(self.starts_at, self.ends_at, Reason.DISPUTE)


class PauseOffer(models.Model):
    """A pause that a player has offered. Accepted, it stops the clocks of both from the answer until its end."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        LAPSED = "lapsed", _("lapsed")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="pause_offers", verbose_name=_("game"))
    offered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        verbose_name=_("offered by"),
    )
    ply = models.PositiveSmallIntegerField(_("half-moves played"))
    until = models.DateTimeField(_("end of the pause"))
    status = models.CharField(_("status"), max_length=9, choices=Status.choices, default=Status.OPEN)
    created_at = models.DateTimeField(_("created"), default=database_time.now)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("pause offer")
        verbose_name_plural = _("pause offers")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=Q(status="open"), name="pause_offer_one_open_a_game"),
            models.CheckConstraint(
                condition=~Q(status="accepted") | Q(answered_at__lt=F("until")), name="pause_ends_after_its_beginning"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id} until {self.until}: {self.status}"
