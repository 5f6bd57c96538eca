"""Addresses that take no mail: mail to them is switched off, and the pages say so until their owner does something."""

import re
import smtplib
from datetime import datetime
from typing import Any

import structlog
from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User
from games.notifications import choices
from games.notifications.models import NotificationSettings
from kit import database_time

log = structlog.get_logger(__name__)

Reason = NotificationSettings.OffReason
# "No such mailbox", and not "too much" or "not now" or "not from you".
_NO_SUCH_ADDRESS = (550, 551, 553)
# The same reply stands for policies too; where it says more (RFC 3463), only a bad address counts.
_ENHANCED = re.compile(rb"\b5\.(\d{1,3})\.\d{1,3}\b")
# What mail providers report, by the names that anymail has for it.
_REPORTED = {"bounced": Reason.BOUNCED, "complained": Reason.COMPLAINED}


def switch_off(user: User, address: str, reason: "NotificationSettings.OffReason") -> None:
    """Send nothing more to this address of the user's."""
    _note(user, address=address.lower(), reason=reason, at=database_time.now())
    log.warning("mail_switched_off", user=user.pk, reason=str(reason))


def switch_on(user: User) -> None:
    """Try the address again."""
    _note(user, address="", reason="", at=None)


def _note(user: User, *, address: str, reason: str, at: datetime | None) -> None:
    with transaction.atomic():
        row = choices.locked(user)
        row.email_off_address, row.email_off_reason, row.email_off_at = address, reason, at
        row.save(update_fields=["email_off_address", "email_off_reason", "email_off_at"])


def is_off(row: NotificationSettings | None, address: str) -> bool:
    """Whether nothing is sent to the address; another one that has taken its place is tried."""
    return row is not None and row.email_off_address != "" and row.email_off_address == address.lower()


def says_unknown(error: Exception) -> bool:
    """Whether the mail server has said that there is no such mailbox."""
    if not isinstance(error, smtplib.SMTPRecipientsRefused):
        return False
    return all(_is_unknown(code, text) for code, text in error.recipients.values())


def _is_unknown(code: int, text: bytes) -> bool:
    enhanced = _ENHANCED.search(text)
    return code in _NO_SUCH_ADDRESS and (enhanced is None or enhanced[1] == b"1")


def hear(sender: object, event: Any, **_more: object) -> None:
    """Take note of what a mail provider reports of a mail (anymail's signal `tracking`)."""
    reason = _REPORTED.get(event.event_type)
    if reason is None or not event.recipient or _is_passing(event):
        return
    rows = EmailAddress.objects.filter(email__iexact=event.recipient, verified=True, primary=True)
    for row in rows.select_related("user"):
        switch_off(row.user, row.email, reason)


def _is_passing(event: Any) -> bool:
    """Whether the address may be well again tomorrow: a full mailbox, which one provider calls a bounce as well."""
    return isinstance(event.esp_event, dict) and event.esp_event.get("Type") == "SoftBounce"
