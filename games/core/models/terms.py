"""The terms of a game: rule set, rated or not, clock. A challenge proposes them, a game is bound by them."""

from dataclasses import dataclass

from django.db import models
from django.db.models import Func, Q, Value
from django.db.models.lookups import Exact
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core import rule_sets, time_controls
from muehle import STANDARD, clocks
from muehle.clocks import DAY, TimeControl
from muehle.clocks.days_per_move import DaysPerMove


class Pool(models.TextChoices):
    """Whose games are rated together. A bot's games, also those against people, count in a pool of their own."""

    PEOPLE = "people", _("games between people")
    BOTS = "bots", _("games with bots")

    @classmethod
    def between(cls, *players: User | None) -> "Pool":
        """The pool in which a game of these players counts."""
        return cls.BOTS if any(player is not None and player.is_bot for player in players) else cls.PEOPLE


class Timeout(models.TextChoices):
    """What a time-out leads to."""

    AUTOMATIC = "automatic", _("the game ends automatically")
    CLAIM = "claim", _("the opponent may claim the win")


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Terms as a value, to be handed around before there is a row."""

    rules: str = STANDARD.name
    rated: bool = True
    clock: TimeControl = DaysPerMove()  # noqa: RUF009  (frozen)
    leave_days: int = 30
    days_off: bool = True
    timeout: str = Timeout.AUTOMATIC
    total_days: int | None = None

    @property
    def total_seconds(self) -> int | None:
        """What each side has of the total length; None without one."""
        return None if self.total_days is None else self.total_days * DAY // 2

    def as_columns(self) -> dict[str, object]:
        return {
            "rules": self.rules,
            "rated": self.rated,
            "clock_system": self.clock.system,
            "clock_parameters": self.clock.parameters,
            "leave_days": self.leave_days,
            "days_off": self.days_off,
            "timeout": self.timeout,
            "total_days": self.total_days,
        }


# Days of leave for each side of a game.
MOST_LEAVE_DAYS = 30
# The total length of a game, in days.
LEAST_TOTAL_DAYS, MOST_TOTAL_DAYS = 30, 730

# The time controls (muehle/clocks) say which systems exist and check their parameters. The table checks the
# shape alone, so that a new kind needs no migration: an object of whole numbers, none negative.
_NO_COUNT = 'strict $.* ? (@.type() != "number" || @ < 0 || @.floor() != @)'
_IS_OBJECT = Exact(Func("clock_parameters", function="jsonb_typeof", output_field=models.CharField()), "object")
_HAS_NO_COUNT = Func(
    "clock_parameters",
    Value(_NO_COUNT),
    Value("{}"),
    Value(True),
    function="jsonb_path_exists",
    output_field=models.BooleanField(),
)


# The rules library says which rule sets exist. The table checks the shape alone here too.
HAS_RULES = Q(rules__regex="^[a-z]+(-[a-z]+)*$")


class Terms(models.Model):
    """Columns shared by challenges and games."""

    rules = models.CharField(_("rules"), max_length=20, choices=rule_sets.choices, default=STANDARD.name)
    rated = models.BooleanField(_("rated"), default=True)
    clock_system = models.CharField(
        _("time control"), max_length=32, choices=time_controls.names, default=DaysPerMove.system
    )
    # By name; what is left out has the default of the kind.
    clock_parameters = models.JSONField(_("parameters of the time control"), default=dict, blank=True)
    # What was agreed before there was leave has none: the database's own defaults are those of that time.
    leave_days = models.PositiveSmallIntegerField(_("days of leave for each side"), default=30, db_default=0)
    days_off = models.BooleanField(_("days off pause the clock"), default=True, db_default=False)
    timeout = models.CharField(
        _("time-out"), max_length=9, choices=Timeout.choices, default=Timeout.AUTOMATIC, db_default=Timeout.AUTOMATIC
    )
    # Half of it is for all moves of a side, beside the time control.
    total_days = models.PositiveSmallIntegerField(_("total length in days"), null=True, blank=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=~Q(clock_system="") & Q(_IS_OBJECT) & ~Q(_HAS_NO_COUNT), name="%(class)s_clock_has_its_shape"
            ),
            models.CheckConstraint(condition=HAS_RULES, name="%(class)s_rules_have_a_name"),
            models.CheckConstraint(condition=Q(leave_days__lte=MOST_LEAVE_DAYS), name="%(class)s_leave_is_limited"),
            models.CheckConstraint(condition=Q(timeout__in=["automatic", "claim"]), name="%(class)s_timeout_is_known"),
            models.CheckConstraint(
                condition=Q(total_days=None) | Q(total_days__range=(LEAST_TOTAL_DAYS, MOST_TOTAL_DAYS)),
                name="%(class)s_total_is_limited",
            ),
        ]

    @property
    def rules_summary(self) -> Promise:
        return rule_sets.WORDS[self.rules].summary

    @property
    def clock(self) -> TimeControl:
        return clocks.time_control(self.clock_system, self.clock_parameters)

    @property
    def agreement(self) -> Agreement:
        return Agreement(
            rules=self.rules,
            rated=self.rated,
            clock=self.clock,
            leave_days=self.leave_days,
            days_off=self.days_off,
            timeout=self.timeout,
            total_days=self.total_days,
        )
