"""The log. An event is written in the transaction that caused it; streams and deliveries only read it.

A game's events are ordered by id: every writer holds the game's row. A user's events are ordered by seq, a number
without gaps that is drawn under the lock of the user's stream row, so that a reader never sees a later one first.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Event(models.Model):
    class Type(models.TextChoices):
        CHALLENGE_RECEIVED = "challenge_received", _("challenge received")
        CHALLENGE_ACCEPTED = "challenge_accepted", _("challenge accepted")
        CHALLENGE_DECLINED = "challenge_declined", _("challenge declined")
        CHALLENGE_CANCELLED = "challenge_cancelled", _("challenge cancelled")
        CHALLENGE_EXPIRED = "challenge_expired", _("challenge expired")
        GAME_STARTED = "game_started", _("game started")
        MOVE_PLAYED = "move_played", _("move played")
        DRAW_OFFERED = "draw_offered", _("draw offered")
        DRAW_DECLINED = "draw_declined", _("draw declined")
        MESSAGE_SENT = "message_sent", _("message sent")
        NUDGED = "nudged", _("opponent reminded")
        PLAN_STOPPED = "plan_stopped", _("conditional moves ended")
        DEADLINE_MOVED = "deadline_moved", _("deadline moved")
        TIME_RAN_OUT = "time_ran_out", _("time ran out")
        DISPUTE_OPENED = "dispute_opened", _("dispute opened")
        DISPUTE_DECIDED = "dispute_decided", _("dispute decided")
        WARNED = "warned", _("warning")
        GAME_FINISHED = "game_finished", _("game finished")
        DEADLINE_NEAR = "deadline_near", _("deadline near")
        LEAVE_ENDS = "leave_ends", _("leave ends")
        WEBHOOK_DISABLED = "webhook_disabled", _("webhook switched off")
        NOTICE_TEST = "notice_test", _("test of notices")

    # Only the two players may see these in a game's log.
    PRIVATE_TYPES = (Type.MESSAGE_SENT, Type.NUDGED, Type.DRAW_OFFERED, Type.DRAW_DECLINED)
    # And of them who has muted their author is not told of these.
    UNHEARD_TYPES = (Type.MESSAGE_SENT, Type.NUDGED)
    # These are in the streams of whom they concern and in no game's log.
    PERSONAL_TYPES = (
        Type.DEADLINE_NEAR, Type.PLAN_STOPPED, Type.DISPUTE_OPENED, Type.DISPUTE_DECIDED, Type.WARNED,
    )  # fmt: skip
    # Whoever does not play must not even learn that there was something.
    HIDDEN_TYPES = (*PRIVATE_TYPES, *PERSONAL_TYPES)

    type = models.CharField(_("type"), max_length=32, choices=Type.choices)
    game = models.ForeignKey(
        "core.Game",
        on_delete=models.CASCADE,
        related_name="events",
        null=True,
        blank=True,
        db_index=False,
        verbose_name=_("game"),
    )
    challenge = models.ForeignKey(
        "challenges.Challenge",
        on_delete=models.CASCADE,
        related_name="events",
        null=True,
        blank=True,
        db_index=False,
        verbose_name=_("challenge"),
    )
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
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    # When the notices that this event owes were written down; null means that somebody must still look at it.
    dispatched_at = models.DateTimeField(_("notices written down"), null=True, blank=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(game__isnull=False)
                | Q(challenge__isnull=False)
                | Q(type__in=["webhook_disabled", "notice_test", "leave_ends"]),
                name="event_is_about_something",
            ),
        ]
        indexes = [
            models.Index(fields=["game", "id"], name="event_of_game", condition=Q(game__isnull=False)),
            models.Index(fields=["id"], name="event_not_dispatched", condition=Q(dispatched_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.id} {self.type}"


class UserEvent(models.Model):
    """An event's place in the stream of one of the people it concerns."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("player")
    )
    seq = models.PositiveBigIntegerField(_("number in the stream"))
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="user_events", verbose_name=_("event"))

    class Meta:
        verbose_name = _("event for a player")
        verbose_name_plural = _("events for players")
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["user", "seq"], name="user_event_seq_unique_in_stream")]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.seq}"


class UserStream(models.Model):
    """The last number given in a user's stream."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True, verbose_name=_("player")
    )
    last_seq = models.PositiveBigIntegerField(_("last number"), default=0)

    class Meta:
        verbose_name = _("stream")
        verbose_name_plural = _("streams")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.last_seq}"
