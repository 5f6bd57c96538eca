"""Notifications of the end of leave."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.models.events import Event
from games.core.notifications import Mail, NotificationKind, NotificationLine, page_url, register
from games.time_off import leave_ends
from games.time_off.events import LEAVE_ENDS, ends_at
from kit.times import moment_with_zone


@register
class LeaveEndsNotification(NotificationKind):
    name = "leave_ends"
    events = (LEAVE_ENDS,)
    label = _("Leave ends")
    help = _("One day before your clocks run again, with the number of games waiting for you.")
    order = 40
    is_about_time = True

    def is_due(self, event: Event, *, now: datetime) -> bool:
        return now < ends_at(event)

    def still_stands(self, event: Event) -> bool:
        return leave_ends.still_stands(event)

    def end_of_use(self, event: Event) -> datetime | None:
        return ends_at(event)

    def line(self, event: Event, reader: User) -> NotificationLine:
        text = gettext("Your leave ends on %(moment)s") % {"moment": moment_with_zone(ends_at(event))}
        return NotificationLine(text, _games_waiting(event), reverse("home"), "sun", is_ours=True)

    def mail(self, event: Event, reader: User) -> Mail:
        count = event.data["games_waiting"]
        words = ngettext(
            "Your leave ends soon: %(count)s game is waiting for you",
            "Your leave ends soon: %(count)s games are waiting for you",
            count,
        )
        subject = words % {"count": count} if count else gettext("Your leave ends soon")
        context = {
            "waiting": _games_waiting(event),
            "deadline": moment_with_zone(ends_at(event)),
            "url": page_url("home"),
        }
        return Mail(subject, context, "time_off/mail/leave_ends")


def _games_waiting(event: Event) -> str:
    """How many games wait for the reader's move, as a sentence."""
    count = event.data["games_waiting"]
    if count == 0:
        return gettext("It is not your move in any game.")
    words = ngettext("It is your move in %(count)s game.", "It is your move in %(count)s games.", count)
    return words % {"count": count}
