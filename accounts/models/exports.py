"""Data exports: archives of everything stored about a person, made on request and available for a week."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from kit import database_time


class DataExport(models.Model):
    """One export. The file is stored in pieces in the database, which all web processes and workers share."""

    class State(models.TextChoices):
        WAITING = "waiting", _("being prepared")
        READY = "ready", _("ready")
        FAILED = "failed", _("could not be created")
        # Replaced by a newer one.
        GONE = "gone", _("replaced")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.WAITING)
    requested_at = models.DateTimeField(_("requested"), default=database_time.now)
    # How often it was started; the pieces of the last attempt count.
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    # Lease of the worker that makes it or sends its mail. When it has expired, another worker may take over.
    leased_until = models.DateTimeField(_("being processed until"), null=True, blank=True)
    ready_at = models.DateTimeField(_("ready"), null=True, blank=True)
    told_at = models.DateTimeField(_("reported by email"), null=True, blank=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    size = models.PositiveBigIntegerField(_("size in bytes"), default=0)

    class Meta:
        verbose_name = _("copy of all data")
        verbose_name_plural = _("copies of all data")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(state="waiting"), name="dataexport_one_in_the_making"),
            models.CheckConstraint(
                condition=~Q(state="ready") | Q(ready_at__isnull=False, expires_at__isnull=False),
                name="dataexport_ready_says_until_when",
            ),
        ]
        indexes = [
            models.Index(fields=["id"], name="dataexport_owed", condition=Q(state="waiting")),
            models.Index(fields=["id"], name="dataexport_to_tell", condition=Q(state="ready", told_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.state}"


class DataExportPiece(models.Model):
    """A piece of the file, small enough to be held in memory."""

    export = models.ForeignKey(DataExport, on_delete=models.CASCADE, related_name="pieces", db_index=False)
    attempt = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    content: "models.BinaryField[Any, Any]" = models.BinaryField()

    class Meta:
        verbose_name = _("part of a copy")
        verbose_name_plural = _("parts of copies")
        constraints = [models.UniqueConstraint("export", "attempt", "number", name="dataexportpiece_once")]

    def __str__(self) -> str:
        return f"{self.export_id}/{self.number}"
