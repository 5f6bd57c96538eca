"""Browsers that a player has asked to be told in, by the addresses that their push services gave them."""

from hashlib import sha256

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.webhooks import Webhook


class PushSubscription(models.Model):
    """A browser that takes push messages. Whoever knows the address and the keys could write to it: nobody is shown
    them."""

    # As long as addresses may be that webhooks lead to: both are judged by the same rules.
    LONGEST_ENDPOINT = Webhook.LONGEST_URL
    LONGEST_DEVICE = 300

    class OffReason(models.TextChoices):
        """Why nothing is sent to a browser any more."""

        GONE = "gone", _("gone")
        FAILING = "failing", _("failed for 24 hours")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    endpoint = models.CharField(_("address"), max_length=LONGEST_ENDPOINT, unique=True, editable=False)
    # Of the address: which push service it is.
    host = models.CharField(_("host"), max_length=LONGEST_ENDPOINT, editable=False)
    # What messages are sealed with, in base64url.
    p256dh = models.CharField(max_length=100, editable=False)
    auth = models.CharField(max_length=32, editable=False)
    # What the browser says of itself (User-Agent).
    device = models.CharField(_("browser"), max_length=LONGEST_DEVICE, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    last_accepted_at = models.DateTimeField(_("last sent"), null=True, blank=True)
    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)
    disabled_at = models.DateTimeField(_("switched off"), null=True, blank=True)
    disabled_reason = models.CharField(_("why"), max_length=8, choices=OffReason.choices, blank=True)

    class Meta:
        verbose_name = _("browser with push notices")
        verbose_name_plural = _("browsers with push notices")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(disabled_at=None, disabled_reason="")
                | (Q(disabled_at__isnull=False) & ~Q(disabled_reason="")),
                name="push_subscription_off_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} → {self.host}"

    @property
    def is_on(self) -> bool:
        return self.disabled_at is None

    @property
    def digest(self) -> str:
        """By which a browser knows its own address again, and nobody else any."""
        return sha256(self.endpoint.encode()).hexdigest()
