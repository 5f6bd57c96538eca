"""The terms of a game: rule set, rated or not, clock. A challenge proposes them, a game is bound by them."""

from dataclasses import dataclass

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.clock import DAY, Clock, DaysPerMove, FischerBank


class Rules(models.TextChoices):
    """The rule sets of the engine, with the names that people read."""

    STANDARD = "standard", _("Standard")
    APPLET = "applet", _("Applet")
    PINK_GREEN = "pink-green", _("Pink and green")
    CLASSIC = "classic", _("Classic (before 2010)")
    BRETTSPIELNETZ = "brettspielnetz", _("Brettspielnetz (draws by claim)")


class Pool(models.TextChoices):
    """Whose games are rated together. A bot's games, also those against people, count in a pool of their own."""

    PEOPLE = "people", _("games between people")
    BOTS = "bots", _("games with bots")

    @classmethod
    def between(cls, *players: User | None) -> "Pool":
        """Where a game of these players counts."""
        return cls.BOTS if any(player is not None and player.is_bot for player in players) else cls.PEOPLE


class ClockSystem(models.TextChoices):
    DAYS_PER_MOVE = "days_per_move", _("Days per move")
    FISCHER = "fischer", _("Fischer bank")


class Timeout(models.TextChoices):
    """What happens when a side's time has run out."""

    AUTOMATIC = "automatic", _("the game ends by itself")
    CLAIM = "claim", _("the opponent may claim the game")


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Terms as a value, to be handed around before there is a row."""

    rules: str = Rules.STANDARD
    rated: bool = True
    clock: Clock = DaysPerMove(3)  # noqa: RUF009  (frozen)
    leave_days: int = 30
    days_off: bool = True
    timeout: str = Timeout.AUTOMATIC

    def as_columns(self) -> dict[str, object]:
        columns: dict[str, object] = {"rules": self.rules, "rated": self.rated, "timeout": self.timeout}
        columns |= {"leave_days": self.leave_days, "days_off": self.days_off}
        if isinstance(self.clock, DaysPerMove):
            return columns | {"clock_system": ClockSystem.DAYS_PER_MOVE, "days_per_move": self.clock.days}
        return columns | {
            "clock_system": ClockSystem.FISCHER,
            "initial_seconds": self.clock.initial_seconds,
            "increment_seconds": self.clock.increment_seconds,
            "cap_seconds": self.clock.cap_seconds,
        }


# Durations of a Fischer bank, in seconds; the cap keeps a game from standing still for months.
SHORTEST_INITIAL, LONGEST_CAP = DAY // 2, 30 * DAY
LONGEST_INCREMENT = 7 * DAY
# Of leave, for each side of a game.
MOST_LEAVE_DAYS = 30

# What is null is said to be so: a CHECK that comes out as unknown lets a row pass.
_fischer_is_sound = Q(
    clock_system=ClockSystem.FISCHER,
    days_per_move=None,
    initial_seconds__isnull=False,
    increment_seconds__isnull=False,
    cap_seconds__isnull=False,
    initial_seconds__gte=SHORTEST_INITIAL,
    initial_seconds__lte=models.F("cap_seconds"),
    increment_seconds__gte=0,
    increment_seconds__lte=LONGEST_INCREMENT,
    cap_seconds__lte=LONGEST_CAP,
)
_days_are_sound = Q(
    clock_system=ClockSystem.DAYS_PER_MOVE,
    days_per_move__isnull=False,
    days_per_move__gte=1,
    days_per_move__lte=14,
    initial_seconds=None,
    increment_seconds=None,
    cap_seconds=None,
)


class Terms(models.Model):
    """Columns shared by challenges and games."""

    rules = models.CharField(_("rules"), max_length=20, choices=Rules.choices, default=Rules.STANDARD)
    rated = models.BooleanField(_("rated"), default=True)
    clock_system = models.CharField(
        _("clock"), max_length=16, choices=ClockSystem.choices, default=ClockSystem.DAYS_PER_MOVE
    )
    days_per_move = models.PositiveSmallIntegerField(_("days per move"), null=True, blank=True)
    initial_seconds = models.PositiveIntegerField(null=True, blank=True)
    increment_seconds = models.PositiveIntegerField(null=True, blank=True)
    cap_seconds = models.PositiveIntegerField(null=True, blank=True)
    # What was agreed before there was leave has none: the database's own defaults are those of that time.
    leave_days = models.PositiveSmallIntegerField(_("days of leave for each side"), default=30, db_default=0)
    days_off = models.BooleanField(_("days off count"), default=True, db_default=False)
    timeout = models.CharField(
        _("time-out"), max_length=9, choices=Timeout.choices, default=Timeout.AUTOMATIC, db_default=Timeout.AUTOMATIC
    )

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=_days_are_sound | _fischer_is_sound, name="%(class)s_clock_matches_its_system"
            ),
            models.CheckConstraint(condition=Q(rules__in=Rules.values), name="%(class)s_rules_are_known"),
            models.CheckConstraint(condition=Q(leave_days__lte=MOST_LEAVE_DAYS), name="%(class)s_leave_is_limited"),
            models.CheckConstraint(condition=Q(timeout__in=["automatic", "claim"]), name="%(class)s_timeout_is_known"),
        ]

    @property
    def clock(self) -> Clock:
        if self.clock_system == ClockSystem.DAYS_PER_MOVE:
            return DaysPerMove(self.days_per_move or 0)
        return FischerBank(self.initial_seconds or 0, self.increment_seconds or 0, self.cap_seconds or 0)

    @property
    def agreement(self) -> Agreement:
        return Agreement(
            rules=self.rules,
            rated=self.rated,
            clock=self.clock,
            leave_days=self.leave_days,
            days_off=self.days_off,
            timeout=self.timeout,
        )
