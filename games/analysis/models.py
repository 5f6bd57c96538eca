"""Games that users have imported. Only their owner can see them."""

import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.core import rule_sets
from games.core.models.games import LONGEST_POSITION, Game
from games.core.models.terms import HAS_RULES
from kit import database_time
from muehle import STANDARD, Notation, Position
from muehle.clocks import TimeControl, from_pgn_tags

# The names of usual tags, in the order in which they are listed. Other tags follow under their own name.
TAG_NAMES = {
    "Event": pgettext_lazy("tag of a record", "Event"),
    "Site": pgettext_lazy("tag of a record", "Place"),
    "Date": pgettext_lazy("tag of a record", "Date"),
    "Round": pgettext_lazy("tag of a record", "Round"),
    "White": pgettext_lazy("tag of a record", "White"),
    "Black": pgettext_lazy("tag of a record", "Black"),
    "WhiteElo": pgettext_lazy("tag of a record", "White’s rating"),
    "BlackElo": pgettext_lazy("tag of a record", "Black’s rating"),
    "TimeControl": pgettext_lazy("tag of a record", "Time control"),
    "Annotator": pgettext_lazy("tag of a record", "Annotator"),
}


class Record(models.Model):
    """One game under a rule set from a position on. `moves` are in standard notation, separated by spaces."""

    LONGEST_TITLE = 200
    LONGEST_NOTE = 2000
    LONGEST_NAME = 100

    number = models.BigAutoField(_("number"), primary_key=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="records",
        db_index=False,
        verbose_name=_("owner"),
    )
    title = models.CharField(_("title"), max_length=LONGEST_TITLE, blank=True)
    note = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True)
    white = models.CharField(_("White"), max_length=LONGEST_NAME, blank=True)
    black = models.CharField(_("Black"), max_length=LONGEST_NAME, blank=True)
    tags = models.JSONField(_("tags"), default=dict)
    rules = models.CharField(_("rules"), max_length=20, choices=rule_sets.choices, default=STANDARD.name)
    start = models.CharField(_("starting position"), max_length=LONGEST_POSITION, default=Position.start().text)
    moves = models.TextField(_("moves"), blank=True)
    ply = models.PositiveSmallIntegerField(_("half-moves played"), default=0)
    position = models.CharField(_("position"), max_length=LONGEST_POSITION, default=Position.start().text)
    result = models.CharField(_("result"), max_length=7, choices=Game.Result.choices, default=Game.Result.OPEN)
    termination = models.CharField(_("ended by"), max_length=12, choices=Game.Termination.choices, blank=True)
    notation = models.CharField(
        _("read in the notation"), max_length=8, choices=[(each.value, each.value) for each in Notation]
    )
    imported_at = models.DateTimeField(_("imported"), default=database_time.now)

    class Meta:
        verbose_name = _("imported game")
        verbose_name_plural = _("imported games")
        ordering = ["-number"]
        indexes = [models.Index(fields=["owner", "-number"], name="record_of_owner")]
        constraints = [
            models.CheckConstraint(condition=Q(result__in=Game.Result.values), name="record_result_is_known"),
            models.CheckConstraint(condition=HAS_RULES, name="record_rules_have_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name in lists: the title, the players, or the place."""
        if self.title or not (self.white or self.black):
            return self.title or self.event.strip("?-. ") or gettext("A game without names")
        return f"{self.white or '?'} – {self.black or '?'}"

    @property
    def move_list(self) -> list[str]:
        return self.moves.split()

    @property
    def date(self) -> str:
        return str(self.tags.get("Date", ""))

    @property
    def shown_date(self) -> str:
        """The known part of the date in words: 2026.01.?? becomes Jan 2026. What is no date stays as it is."""
        known = self.date.split(".?")[0].strip("?-. ")
        numbers = known.split(".")
        formats = {3: pgettext("date format", "j M Y"), 2: pgettext("date format", "M Y")}
        try:
            first_day = datetime.date(*map(int, [*numbers, "1"][:3]))
        except (TypeError, ValueError, OverflowError):
            return known
        return date_format(first_day, formats[len(numbers)]) if len(numbers) in formats else known

    @property
    def clock(self) -> TimeControl | None:
        """The time control, if the tags name a known one."""
        return from_pgn_tags(self.tags)

    @property
    def shown_tags(self) -> list[tuple[str, str]]:
        """The shown names and the values of tags that have one, usual tags first."""
        names = [*(name for name in TAG_NAMES if name in self.tags), *sorted(self.tags.keys() - TAG_NAMES)]
        shown = {**self.tags, "Date": self.shown_date}
        return [(str(TAG_NAMES.get(name, name)), shown[name]) for name in names if str(shown[name]).strip("?-. ")]

    @property
    def event(self) -> str:
        return str(self.tags.get("Event", ""))
