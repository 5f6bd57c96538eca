"""What has become of notifications."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class DeliveryStatus(TextChoices):
    """What has become of a notification."""

    WAITING = "waiting", _("waiting")
    SENT = "sent", _("sent")
    SKIPPED = "skipped", _("not needed any more")
    SEEN = "seen", _("seen on the board")
    FAILED = "failed", _("given up")


@dataclass(frozen=True, slots=True, kw_only=True)
class SentNotification:
    """A notification to one player by mail or push, and what became of it; `about` and `channel` in words."""

    to: User
    about: str
    channel: str
    status: str
    sent_at: datetime | None
    error: str
