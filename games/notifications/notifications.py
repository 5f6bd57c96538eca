"""The test that players send to themselves."""

from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User
from games.core.models.events import Event
from games.core.notifications import Mail, NotificationKind, NotificationLine, Timing, page_url, register
from games.notifications.events import NOTICE_TEST


@register
class TestNotification(NotificationKind):
    name = "test"
    events = (NOTICE_TEST,)
    order = 130
    timing = Timing.AT_ONCE
    is_urgent = True

    def line(self, event: Event, reader: User) -> NotificationLine:
        return NotificationLine(gettext("The test you asked for"), "", reverse("arrival"), "check")

    def mail(self, event: Event, reader: User) -> Mail:
        return Mail(gettext("Your notifications work"), {"url": page_url("arrival")}, "notifications/mail/test")
