"""The log. An event is written in the transaction that caused it; streams and deliveries only read it.

A game's events are ordered by id: every writer holds the game's row. A user's events are ordered by seq, a number
without gaps that is drawn under the lock of the user's stream row, so that a reader never sees a later one first.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.core import event_subjects, event_types
from kit import database_time


class Event(models.Model):
    type = models.CharField(_("type"), max_length=32, choices=event_types.choices)
    game = models.ForeignKey(
        "core.Game",
        on_delete=models.CASCADE,
        related_name="events",
        null=True,
        blank=True,
        db_index=False,
        verbose_name=_("game"),
    )
    # The subject besides the game; event_subjects.py has the types.
    subject_type = models.CharField(_("type of the subject"), max_length=32, blank=True)
    subject_id = models.PositiveBigIntegerField(_("number of the subject"), null=True, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
        verbose_name=_("caused by"),
    )
    data = models.JSONField(_("details"), default=dict)
    created_at = models.DateTimeField(_("created"), default=database_time.now)
    # When the deliveries of this event were created; null if that is still to be done.
    dispatched_at = models.DateTimeField(_("notifications created"), null=True, blank=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(subject_type="", subject_id=None) | ~Q(subject_type="") & Q(subject_id__isnull=False),
                name="event_subject_has_type_and_number",
            )
        ]
        indexes = [
            models.Index(fields=["game", "id"], name="event_of_game", condition=Q(game__isnull=False)),
            models.Index(fields=["id"], name="event_not_dispatched", condition=Q(dispatched_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.id} {self.type}"

    @cached_property
    def subject(self) -> Any:
        """The row that it is about beside a game, or None; event_subjects.attach() loads those of many events."""
        return event_subjects.load(self)


class UserEvent(models.Model):
    """An event's place in the stream of one of the people it concerns."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("player")
    )
    seq = models.PositiveBigIntegerField(_("number in the stream"))
    # Without a constraint in the database: months of both tables are dropped as partitions (partitions.py).
    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="user_events", db_constraint=False, verbose_name=_("event")
    )
    # Whether the user is notified of it: on the bell, and by the channels that they have chosen. It is null where a
    # process of the version before recorded the event during an update: then all but its actor are notified.
    is_notification = models.BooleanField(_("notification"), null=True, default=False, editable=False)
    # The kind of a notification of the same user that says the same, where they want that one.
    covered_by = models.CharField(_("covered by"), max_length=32, blank=True, default="", db_default="", editable=False)

    class Meta:
        verbose_name = _("event for a player")
        verbose_name_plural = _("events for players")
        ordering = ["seq"]
        # Numbers are unique because they are drawn under the lock of the stream's row. A unique index would have to
        # contain the key of the partitions, and would say nothing.
        indexes = [
            models.Index(fields=["user", "seq"], name="user_event_of_stream"),
            models.Index(fields=["user", "seq"], name="user_event_of_bell", condition=Q(is_notification=True)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.seq}"


class UserStream(models.Model):
    """The last number given in a user's stream."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True, verbose_name=_("player")
    )
    last_seq = models.PositiveBigIntegerField(_("last number"), default=0)

    class Meta:
        verbose_name = _("event stream")
        verbose_name_plural = _("event streams")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.last_seq}"
