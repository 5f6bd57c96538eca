"""What decides who hears of changes of an account's security, and the mails that tell of them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from kit import database_time


class ConfirmedAddress(models.Model):
    """An address that the owner has confirmed: since when, and until when it belonged to the account."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    email = models.EmailField(_("email address"))
    confirmed_at = models.DateTimeField(_("confirmed"), default=database_time.now)
    removed_at = models.DateTimeField(_("removed"), null=True, blank=True)

    class Meta:
        verbose_name = _("confirmed address")
        verbose_name_plural = _("confirmed addresses")
        constraints = [models.UniqueConstraint(fields=["user", "email"], name="confirmedaddress_once")]

    def __str__(self) -> str:
        return self.email


class UnconfirmedAddress(models.Model):
    """Since when an address waits for confirmation. A row that is left behind goes after the same time."""

    # Without a constraint, so that the previous version of the code can delete addresses.
    address = models.OneToOneField(
        "account.EmailAddress",
        on_delete=models.CASCADE,
        db_constraint=False,
        primary_key=True,
        related_name="+",
        verbose_name=_("email address"),
    )
    added_at = models.DateTimeField(_("added"), default=database_time.now, db_index=True)

    class Meta:
        verbose_name = _("unconfirmed address")
        verbose_name_plural = _("unconfirmed addresses")

    def __str__(self) -> str:
        return f"{self.address_id}"


class SecurityMail(models.Model):
    """A mail about one change, to one address. It has all that is needed, for the account may be gone when it is sent.

    Those with `can_secure` have the link with which the owner takes the account back.
    """

    class Kind(models.TextChoices):
        PASSWORD_CHANGED = "password_changed", _("The password was changed.")
        PASSWORD_RESET = "password_reset", _("The password was reset with the link in an email.")
        ADDRESS_ADDED = "address_added", _("The email address %(detail)s was added; it is not confirmed yet.")
        ADDRESS_CONFIRMED = "address_confirmed", _("The email address %(detail)s was confirmed.")
        ADDRESS_REMOVED = "address_removed", _("The email address %(detail)s was removed.")
        ADDRESS_PRIMARY = "address_primary", _("Emails now go to %(detail)s.")
        TOTP_ADDED = "totp_added", _("An authenticator app was set up as a second factor.")
        TOTP_REMOVED = "totp_removed", _("The authenticator app was removed as a second factor.")
        KEY_ADDED = "key_added", _("A passkey was added.")
        KEY_REMOVED = "key_removed", _("A passkey was removed.")
        CODES_MADE = "codes_made", _("New recovery codes were created.")
        TOKEN_MADE = "token_made", _("The API token “%(detail)s” was created.")
        TOKEN_ENDS = "token_ends", _("The API token “%(detail)s” expires in two weeks.")
        APP_CONNECTED = "app_connected", _("The app “%(detail)s” was allowed to act for you.")
        APP_REGISTERED = "app_registered", _("An app was registered: “%(detail)s”.")
        APP_CHANGED = "app_changed", _("Your registered app “%(detail)s” was changed.")
        APP_DELETED = "app_deleted", _("Your registered app “%(detail)s” was deleted.")
        WEBHOOK_SET_UP = "webhook_set_up", _("A webhook was set up: your events are sent to %(detail)s.")
        WEBHOOK_CHANGED = "webhook_changed", _("A webhook was changed: your events are sent to %(detail)s.")
        CHAT_APP_SET_UP = "chat_app_set_up", _("A chat app was set up: your notifications are sent to %(detail)s.")
        FEED_MADE = "feed_made", _("A secret address for your calendar was created.")
        PUSH_SET_UP = (
            "push_set_up",
            _("Push notifications were switched on in a browser; they are sent through %(detail)s."),
        )
        EXPORT_REQUESTED = "export_requested", _("A copy of all your data was requested.")
        BOT_MADE = "bot_made", _("The account became a bot account.")
        NAME_CHANGED = "name_changed", _("The display name was changed: %(detail)s.")
        CLOSED = "closed", _("The account was closed by the operators of this site.")
        OPENED = "opened", _("The account was reopened by the operators of this site.")
        DELETION_ASKED = "deletion_asked", _("The account was closed. It will be deleted on %(detail)s.")
        DELETION_CANCELLED = "deletion_cancelled", _("The deletion of the account was cancelled.")
        DELETED = "deleted", _("The account was deleted.")
        SECURED = (
            "secured",
            _("The account was secured with the link in an email; all devices and programs were logged out."),
        )

    # None once the account is deleted.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+", verbose_name=_("player")
    )
    username = models.CharField(_("username"), max_length=30)
    language = models.CharField(_("language"), max_length=2)
    time_zone = models.CharField(_("time zone"), max_length=64)
    address = models.EmailField(_("email address"))
    kind = models.CharField(_("what was changed"), max_length=20, choices=Kind.choices)
    detail = models.CharField(_("detail"), max_length=300, blank=True)
    user_agent = models.CharField(_("program"), max_length=200, blank=True)
    changed_at = models.DateTimeField(_("changed"), default=database_time.now)
    can_secure = models.BooleanField(_("has the link that secures the account"), default=False)
    used_at = models.DateTimeField(_("link used"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    leased_until = models.DateTimeField(_("being processed until"), null=True, blank=True)
    # When it was sent or given up.
    ended_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("security email")
        verbose_name_plural = _("security emails")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["id"], name="securitymail_owed", condition=Q(ended_at=None)),
            models.Index(fields=["changed_at"], name="securitymail_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.username}: {self.kind}"

    @property
    def sentence(self) -> str:
        """What was changed, in the active language."""
        return str(self.Kind(self.kind).label) % {"detail": self.detail}
