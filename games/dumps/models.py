"""The dumps of all months: what can be downloaded, and how far the making of the next edition has come."""

from datetime import datetime
from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.dumps.months import month_after, start_of

FIRST_EDITION: Final = 1


class DumpQuerySet(models.QuerySet["Dump"]):
    def made(self) -> "DumpQuerySet":
        """Those that can be downloaded."""
        return self.filter(edition__gte=FIRST_EDITION)


class Dump(models.Model):
    """The games of a month in one format. Its file is stored in pieces in the database, as data exports are.

    A new edition is made beside the one that can be downloaded, and replaces it when it is whole.
    """

    class Form(models.TextChoices):
        NDJSON = "ndjson", "NDJSON"
        PGN = "pgn", "PGN"

    # Its first day. The games ended in it, in UTC.
    month = models.DateField()
    form = models.CharField(max_length=6, choices=Form.choices)

    # Of the file that can be downloaded; there is none before the first edition.
    edition = models.PositiveIntegerField(default=0)
    pieces = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True, default="")
    made_at = models.DateTimeField(null=True, blank=True)

    # Of the edition that is to be made, if one is.
    is_due = models.BooleanField(default=True)
    next_pieces = models.PositiveIntegerField(default=0)
    next_games = models.PositiveIntegerField(default=0)
    # End and number of its last game so far.
    reached_at = models.DateTimeField(null=True, blank=True)
    reached_number = models.PositiveBigIntegerField(default=0)

    objects = DumpQuerySet.as_manager()

    class Meta:
        verbose_name = _("dump of games")
        verbose_name_plural = _("dumps of games")
        ordering = ["-month", "form"]
        constraints = [models.UniqueConstraint(fields=["month", "form"], name="dump_one_a_month_and_format")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Of the file."""
        return f"muehle-rated-{self.month:%Y-%m}.{self.form}.gz"

    @property
    def starts_at(self) -> datetime:
        return start_of(self.month)

    @property
    def ends_at(self) -> datetime:
        return start_of(month_after(self.month))


class DumpPiece(models.Model):
    """A part of a file: some games, compressed, small enough to be held in memory."""

    dump = models.ForeignKey(Dump, on_delete=models.CASCADE, related_name="+", db_index=False)
    edition = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    content: "models.BinaryField[Any, Any]" = models.BinaryField()

    class Meta:
        verbose_name = _("part of a dump")
        verbose_name_plural = _("parts of dumps")
        constraints = [models.UniqueConstraint(fields=["dump", "edition", "number"], name="dumppiece_once")]

    def __str__(self) -> str:
        return f"{self.dump_id}/{self.number}"
