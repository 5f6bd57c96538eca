"""Places in chat apps to which the notifications of their owners are sent."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.core.outgoing.destinations import Destination, off_has_a_reason
from kit import database_time
from kit.outgoing.sending import Error


class ChatConnection(Destination):
    """A place in a chat app. Whoever knows its address can write there, so nobody is shown it again."""

    LONGEST_DESCRIPTION = 100
    LONGEST_ERROR = 200

    class OffReason(models.TextChoices):
        OWNER = "owner", _("switched off by its owner")
        FAILING = "failing", _("failed for 24 hours")
        GONE = "gone", _("rejected by the chat app")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    # The name of a Service.
    service = models.CharField(_("chat app"), max_length=16)
    # The host to which it is sent.
    host = models.CharField(_("host"), max_length=253)
    description = models.CharField(_("what it is for"), max_length=LONGEST_DESCRIPTION, blank=True)
    # Address and token, encrypted (sealing.py).
    sealed = models.BinaryField(editable=False)
    created_at = models.DateTimeField(_("created"), default=database_time.now, editable=False)
    # A test that its owner has asked for and that was not sent yet.
    test_asked_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_accepted_at = models.DateTimeField(_("last sent"), null=True, blank=True)
    last_tried_at = models.DateTimeField(_("last attempt"), null=True, blank=True)
    # What went wrong in the last attempt; empty if nothing did.
    error = models.CharField(_("error"), max_length=LONGEST_ERROR, blank=True)
    disabled_reason = models.CharField(_("why"), max_length=8, choices=OffReason.choices, blank=True)

    class Meta:
        verbose_name = _("connection to a chat app")
        verbose_name_plural = _("connections to chat apps")
        ordering = ["-id"]
        constraints = [off_has_a_reason("chat_connection_off_has_a_reason")]
        indexes = [
            models.Index(
                fields=["test_asked_at"], name="chat_connection_to_test", condition=Q(test_asked_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} → {self.service}"

    @property
    def error_words(self) -> Any:
        """The error of the last attempt in words; empty where there is none."""
        if self.error in Error.values:
            return Error(self.error).label
        known = {"": "", "answer": _("an unexpected answer"), "unreadable": _("its address can no longer be read")}
        return known.get(self.error, _("answer %(status)s") % {"status": self.error})

    @property
    def was_given_up(self) -> bool:
        """Whether the server has switched it off, and not its owner."""
        return self.disabled_reason in (self.OffReason.FAILING, self.OffReason.GONE)
