"""Notification settings, deliveries, push subscriptions."""

from hashlib import sha256

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.utils.translation import gettext_lazy as _

from games.core.models.events import Event
from games.core.notifications import DeliveryStatus
from games.core.outgoing.destinations import Destination, off_has_a_reason
from kit import database_time
from kit.locks import Lease
from kit.outgoing.addresses import LONGEST_URL
from kit.sealing import new_nonce


class NotificationSettings(models.Model):
    """A player's notification settings; a player who has never changed any has no row."""

    class Pace(models.TextChoices):
        """When e-mail goes out."""

        AT_ONCE = "at_once", _("immediately")
        HOURLY = "hourly", _("collected, every hour")
        DAILY = "daily", _("collected, once a day")

    class OffReason(models.TextChoices):
        """Why nothing is mailed to an address any more."""

        BOUNCED = "bounced", _("rejected as unknown")
        COMPLAINED = "complained", _("marked as spam")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True, verbose_name=_("player")
    )
    # What differs from the defaults: {"message": {"email": false}}.
    choices = models.JSONField(_("notifications"), default=dict, blank=True)
    pace = models.CharField(_("email"), max_length=8, choices=Pace.choices, default=Pace.AT_ONCE)
    # Mails do not wait for a reader who has the board open.
    email_while_open = models.BooleanField(_("email while a page is open"), default=False, db_default=False)
    # Push messages and chat apps have what somebody has written, also on a locked screen.
    push_texts = models.BooleanField(_("texts in push notifications"), default=False, db_default=False)
    # Hours of the day in the player's own time zone.
    daily_hour = models.PositiveSmallIntegerField(_("hour of the daily email"), default=8)
    quiet_from = models.PositiveSmallIntegerField(_("quiet from"), null=True, blank=True)
    quiet_until = models.PositiveSmallIntegerField(_("quiet until"), null=True, blank=True)
    # Mail is off for this address, and for no other that takes its place.
    email_off_address = models.EmailField(_("address without email"), blank=True, default="", db_default="")
    email_off_reason = models.CharField(
        _("why"), max_length=10, choices=OffReason.choices, blank=True, default="", db_default=""
    )
    email_off_at = models.DateTimeField(_("email switched off"), null=True, blank=True)
    # The number in the player's stream up to which they have opened the bell.
    bell_seen_seq = models.PositiveBigIntegerField(_("seen up to"), default=0, db_default=0, editable=False)
    # Part of what signs the addresses that end mails of one kind; a new one makes the old addresses invalid.
    nonce = models.CharField(max_length=32, default=new_nonce, editable=False)

    class Meta:
        # Of the model's first name.
        db_table = "notifications_noticesettings"
        verbose_name = _("notification settings")
        verbose_name_plural = _("notification settings")
        constraints = [
            models.CheckConstraint(condition=Q(daily_hour__lt=24), name="notices_daily_hour_is_an_hour"),
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False, quiet_from__lt=24, quiet_until__lt=24),
                name="notices_quiet_hours_have_both_ends",
            ),
        ]

    def __str__(self) -> str:
        return str(self.user_id)

    @property
    def has_quiet_hours(self) -> bool:
        """From an hour to the same one is no time at all."""
        return self.quiet_from is not None and self.quiet_from != self.quiet_until


class Delivery(models.Model):
    class Channel(models.TextChoices):
        """Those of this app; others are registered (core.channels)."""

        # On the site itself: it reads the log and has no deliveries.
        BELL = "bell", _("bell")
        EMAIL = "email", _("email")
        PUSH = "push", _("push")

    Status = DeliveryStatus

    LONGEST_ERROR = 500

    event = models.ForeignKey(
        Event,
        on_delete=models.CASCADE,
        related_name="deliveries",
        db_index=False,
        db_constraint=False,
        verbose_name=_("event"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("player")
    )
    channel = models.CharField(_("channel"), max_length=8)
    # Of the worker that sends it; not stored.
    lease: Lease
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    # Also the lease: a worker that takes a delivery sets this to a later time, when another worker may take it over.
    next_attempt_at = models.DateTimeField(_("next attempt"))
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    error = models.CharField(_("error"), max_length=LONGEST_ERROR, blank=True)
    # The browsers or places that have taken it, by their ids: another attempt goes to the others.
    reached = models.JSONField(default=list, db_default=Value([], models.JSONField()), editable=False)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "channel"], name="delivery_once_per_event_and_channel"),
        ]
        indexes = [
            models.Index(
                fields=["channel", "next_attempt_at", "user"], name="delivery_due", condition=Q(status="waiting")
            ),
            models.Index(
                fields=["user", "channel", "next_attempt_at"], name="delivery_of_owner", condition=Q(status="waiting")
            ),
            models.Index(fields=["user", "-id"], name="delivery_log"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} → {self.user_id}"


class PushSubscription(Destination):
    """A browser that takes push messages. Whoever knows the address and the keys could write to it: nobody is shown
    them."""

    ENDS_WITH_PASSWORD = True

    # The same limit as for addresses of webhooks, since both are checked by the same rules.
    LONGEST_ENDPOINT = LONGEST_URL
    LONGEST_DEVICE = 300

    class OffReason(models.TextChoices):
        """Why nothing is sent to a browser any more."""

        GONE = "gone", _("no longer subscribed")
        FAILING = "failing", _("failed for 24 hours")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    endpoint = models.CharField(_("address"), max_length=LONGEST_ENDPOINT, unique=True, editable=False)
    # The host of the endpoint, which names the push service.
    host = models.CharField(_("host"), max_length=LONGEST_ENDPOINT, editable=False)
    # The keys with which messages are encrypted, in base64url.
    p256dh = models.CharField(max_length=100, editable=False)
    auth = models.CharField(max_length=32, editable=False)
    # The User-Agent header of the browser.
    device = models.CharField(_("browser"), max_length=LONGEST_DEVICE, blank=True)
    created_at = models.DateTimeField(_("created"), default=database_time.now, editable=False)
    # Of the key of the session in which it was made: it ends with a logout.
    session_digest = models.CharField(
        max_length=64, blank=True, default="", db_default="", db_index=True, editable=False
    )
    last_accepted_at = models.DateTimeField(_("last sent"), null=True, blank=True)
    disabled_reason = models.CharField(_("why"), max_length=8, choices=OffReason.choices, blank=True)

    class Meta:
        verbose_name = _("browser with push notifications")
        verbose_name_plural = _("browsers with push notifications")
        ordering = ["-id"]
        constraints = [off_has_a_reason("push_subscription_off_has_a_reason")]

    def __str__(self) -> str:
        return f"{self.user_id} → {self.host}"

    @property
    def digest(self) -> str:
        """A digest by which a browser recognises its own endpoint; the endpoint does not follow from it."""
        return sha256(self.endpoint.encode()).hexdigest()
