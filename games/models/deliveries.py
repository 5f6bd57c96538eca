"""Notices owed to people: one row for each event, person and channel, so that none is written down twice."""

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.utils.translation import gettext_lazy as _

from games.models.events import Event


class Delivery(models.Model):
    class Channel(models.TextChoices):
        # On the site itself: read from the log, so that nothing is owed by it.
        BELL = "bell", _("bell")
        EMAIL = "email", _("e-mail")
        PUSH = "push", _("push")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        SKIPPED = "skipped", _("not needed any more")
        SEEN = "seen", _("seen on the board")
        FAILED = "failed", _("given up")

    LONGEST_ERROR = 500

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="deliveries", db_index=False, verbose_name=_("event")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("player")
    )
    channel = models.CharField(_("channel"), max_length=8, choices=Channel.choices)
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    # Also the lease: a worker that takes a delivery moves this ahead, and if it dies another takes over from there.
    next_attempt_at = models.DateTimeField(_("next attempt"))
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    error = models.CharField(_("error"), max_length=LONGEST_ERROR, blank=True)
    # The browsers that have taken it, by their ids: another attempt goes to the others.
    reached = models.JSONField(default=list, db_default=Value([], models.JSONField()), editable=False)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "channel"], name="delivery_once_per_event_and_channel"),
        ]
        indexes = [
            models.Index(fields=["next_attempt_at"], name="delivery_owed", condition=Q(status="waiting")),
            models.Index(fields=["user", "-id"], name="delivery_log"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} → {self.user_id} by {self.channel}: {self.status}"
