"""Webhooks: addresses to which the server sends the events of their owner, and one row for each event owed to one."""

import secrets
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.events import UserEvent


def new_nonce() -> str:
    """What makes a secret another one: 128 bits of chance, as hex."""
    return secrets.token_hex(16)


class Webhook(models.Model):
    """An address that is told what happens to its owner. Its secret follows from the nonce and is stored nowhere."""

    LONGEST_URL = 500
    LONGEST_DESCRIPTION = 100

    class OffReason(models.TextChoices):
        OWNER = "owner", _("switched off by its owner")
        FAILING = "failing", _("failed for 24 hours")
        GONE = "gone", _("said to be gone (410)")

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks", verbose_name=_("player")
    )
    url = models.CharField(_("address"), max_length=LONGEST_URL)
    # Of the address, in lower case: those that share a host share its places among the sendings.
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
    # One sending at a time: who holds it is to be left alone until then, and if he dies another goes on.
    leased_until = models.DateTimeField(_("in hand until"), null=True, blank=True)
    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)
    disabled_at = models.DateTimeField(_("switched off"), null=True, blank=True)
    disabled_reason = models.CharField(_("why"), max_length=8, choices=OffReason.choices, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(disabled_at=None, disabled_reason="")
                | (Q(disabled_at__isnull=False) & ~Q(disabled_reason="")),
                name="webhook_off_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id} → {self.host}"

    @property
    def is_on(self) -> bool:
        return self.disabled_at is None

    @property
    def was_given_up(self) -> bool:
        """Whether the server has switched it off, and not its owner."""
        return self.disabled_reason in (self.OffReason.FAILING, self.OffReason.GONE)


class WebhookDelivery(models.Model):
    """An event owed to a webhook, or (without an event) a ping that its owner has asked for."""

    LONGEST_EXCERPT = 300
    PING = "ping"

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        FAILED = "failed", _("failed")

    class Error(models.TextChoices):
        """Why the last attempt came to nothing."""

        ADDRESS = "address", _("The name leads to no address in the public internet.")
        UNREACHABLE = "unreachable", _("No connection could be made.")
        TLS = "tls", _("The certificate is not valid for this name, or TLS failed.")
        TIMEOUT = "timeout", _("There was no answer in time.")
        BROKEN = "broken", _("What came back is no HTTP answer.")
        REDIRECT = "redirect", _("The answer was a redirect; redirects are not followed.")
        STATUS = "status", _("The answer was not a success (2xx).")
        INTERRUPTED = "interrupted", _("No attempt came to an end.")

    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False, verbose_name=_("webhook")
    )
    user_event = models.ForeignKey(
        UserEvent, on_delete=models.CASCADE, related_name="+", null=True, blank=True, verbose_name=_("event")
    )
    status = models.CharField(_("status"), max_length=9, choices=Status.choices, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_attempt_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    delivered_at = models.DateTimeField(_("delivered"), null=True, blank=True)
    # Of the last attempt:
    attempted_at = models.DateTimeField(_("last attempt"), null=True, blank=True)
    duration_seconds = models.FloatField(_("duration in seconds"), null=True, blank=True)
    status_code = models.PositiveSmallIntegerField(_("answer"), null=True, blank=True)
    excerpt = models.CharField(_("beginning of the answer"), max_length=LONGEST_EXCERPT, blank=True)
    error = models.CharField(_("error"), max_length=12, choices=Error.choices, blank=True)

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
            models.Index(fields=["created_at"], name="webhook_delivery_age"),
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id}/{self.pk}: {self.status}"

    @property
    def type(self) -> str:
        """The type of the event; `ping` without one."""
        return self.user_event.event.type if self.user_event else self.PING

    @property
    def error_words(self) -> Any:
        """The error as a sentence; empty where there is none."""
        return self.Error(self.error).label if self.error else ""
