"""Webhooks: addresses to which the server sends the events of their owner, and their deliveries."""

from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q, Value
from django.utils.translation import gettext_lazy as _

from games.core.models.events import UserEvent
from games.core.outgoing.destinations import Destination, off_has_a_reason
from kit import database_time
from kit.outgoing.addresses import LONGEST_URL
from kit.outgoing.sending import LONGEST_EXCERPT, Error
from kit.sealing import new_nonce


class Webhook(Destination):
    """An address that receives the events of its owner. Its secret is derived from the nonce and not stored."""

    OWNER = "owner"

    LONGEST_URL = LONGEST_URL
    LONGEST_DESCRIPTION = 100

    class OffReason(models.TextChoices):
        OWNER = "owner", _("switched off by its owner")
        FAILING = "failing", _("failed for 24 hours")
        GONE = "gone", _("gone, according to its server (410)")

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks", verbose_name=_("player")
    )
    url = models.CharField(_("address"), max_length=LONGEST_URL)
    # The host of the URL in lower case; webhooks with the same host share a limit of parallel requests.
    host = models.CharField(_("host"), max_length=LONGEST_URL, editable=False)
    description = models.CharField(_("what it is for"), max_length=LONGEST_DESCRIPTION, blank=True)
    types = ArrayField(
        models.CharField(max_length=32),
        default=list,
        blank=True,
        verbose_name=_("events"),
        help_text=_("None means all of them."),
    )
    nonce = models.CharField(max_length=32, default=new_nonce, editable=False)
    previous_nonce = models.CharField(max_length=32, blank=True, editable=False)
    # Until then everything is signed with the secret before as well.
    previous_until = models.DateTimeField(_("former secret valid until"), null=True, blank=True)
    # Up to here the owner's stream has been turned into deliveries.
    last_seq = models.PositiveBigIntegerField(_("last number looked at"), default=0)
    # The lease: one worker at a time sends to a webhook; another may take over after this time.
    leased_until = models.DateTimeField(_("being processed until"), null=True, blank=True)
    disabled_reason = models.CharField(_("why"), max_length=8, choices=OffReason.choices, blank=True)
    created_at = models.DateTimeField(_("created"), default=database_time.now, editable=False)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["-id"]
        constraints = [off_has_a_reason("webhook_off_has_a_reason")]

    def __str__(self) -> str:
        return f"{self.owner_id} → {self.host}"

    def hears(self, event_type: str) -> bool:
        """Whether it gets events of this type; a webhook without types gets all."""
        return not self.types or event_type in self.types

    @property
    def was_given_up(self) -> bool:
        """Whether the server has switched it off, and not its owner."""
        return self.disabled_reason in (self.OffReason.FAILING, self.OffReason.GONE)


class Attempt(NamedTuple):
    """One sending and what became of it; without `seconds` it is under way."""

    at: datetime
    seconds: float | None = None
    status_code: int | None = None
    error: str = ""
    excerpt: str = ""

    @property
    def error_words(self) -> Any:
        """The error as a sentence; empty where there is none."""
        return WebhookDelivery.Error(self.error).label if self.error else ""


class WebhookDelivery(models.Model):
    """One event for one webhook, or (without an event) a ping that its owner has requested."""

    LONGEST_EXCERPT = LONGEST_EXCERPT
    # Twice all that are made by themselves; the oldest go first.
    MOST_ATTEMPTS_KEPT = 18
    PING = "ping"

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        FAILED = "failed", _("failed")

    Error = Error

    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False, verbose_name=_("webhook")
    )
    user_event = models.ForeignKey(
        UserEvent,
        on_delete=models.CASCADE,
        related_name="+",
        null=True,
        blank=True,
        db_constraint=False,
        verbose_name=_("event"),
    )
    status = models.CharField(_("status"), max_length=9, choices=Status.choices, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_attempt_at = models.DateTimeField(_("next attempt"), default=database_time.now)
    created_at = models.DateTimeField(_("created"), default=database_time.now)
    delivered_at = models.DateTimeField(_("delivered"), null=True, blank=True)
    # The last attempt:
    attempted_at = models.DateTimeField(_("last attempt"), null=True, blank=True)
    duration_seconds = models.FloatField(_("duration in seconds"), null=True, blank=True)
    status_code = models.PositiveSmallIntegerField(_("answer"), null=True, blank=True)
    excerpt = models.CharField(_("beginning of the answer"), max_length=LONGEST_EXCERPT, blank=True)
    error = models.CharField(_("error"), max_length=12, choices=Error.choices, blank=True)
    # All attempts, oldest first, with the fields of `Attempt`; times in ISO 8601.
    history = models.JSONField(_("history"), default=list, db_default=Value([], models.JSONField()), editable=False)

    class Meta:
        verbose_name = _("delivery to a webhook")
        verbose_name_plural = _("deliveries to webhooks")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["webhook", "user_event"], name="webhook_delivery_once_per_event"),
        ]
        indexes = [
            models.Index(fields=["webhook", "-id"], name="webhook_delivery_log"),
            models.Index(
                fields=["webhook", "next_attempt_at"], name="webhook_delivery_owed", condition=Q(status="waiting")
            ),
            models.Index(fields=["webhook", "id"], name="webhook_delivery_waiting", condition=Q(status="waiting")),
            models.Index(fields=["created_at"], name="webhook_delivery_age"),
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id}/{self.pk}"

    @property
    def type(self) -> str:
        """The type of the event; `ping` without one."""
        return self.user_event.event.type if self.user_event else self.PING

    @property
    def error_words(self) -> Any:
        """The error as a sentence; empty where there is none."""
        return self.Error(self.error).label if self.error else ""

    # --- Its attempts ---

    @property
    def past_attempts(self) -> list[Attempt]:
        """All that are kept, oldest first."""
        found = [Attempt(**{**kept, "at": datetime.fromisoformat(kept["at"])}) for kept in self.history]
        is_over = self.status != self.Status.WAITING
        return [self._interrupted(each) if each.seconds is None and is_over else each for each in found]

    def _interrupted(self, attempt: Attempt) -> Attempt:
        return attempt._replace(error=attempt.error or self.Error.INTERRUPTED.value)

    def begin_attempt(self, now: datetime) -> None:
        """Count another one, of which nothing is known yet; one before it of which nothing became known was cut off."""
        if self.history and "seconds" not in self.history[-1]:
            self.history[-1]["error"] = self.Error.INTERRUPTED.value
        self.attempts, self.attempted_at = self.attempts + 1, now
        self.history = [*self.history, {"at": now.isoformat()}][-self.MOST_ATTEMPTS_KEPT :]

    def end_attempt(self, *, seconds: float, status_code: int | None, error: str, excerpt: str) -> None:
        """Note what became of the last one."""
        self.duration_seconds, self.status_code, self.error, self.excerpt = seconds, status_code, error, excerpt
        found = {"seconds": seconds, "status_code": status_code, "error": error, "excerpt": excerpt}
        begun = self.history[-1] if self.history else {"at": (self.attempted_at or database_time.now()).isoformat()}
        self.history = [*self.history[:-1], {**begun, **found}]
