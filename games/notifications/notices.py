"""Notifications of deadlines, and the test that players send to themselves."""

from datetime import datetime

from django.db.models import DateTimeField, Q
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.models.events import Event
from games.core.notices import Mail, NoticeKind, NotificationLine, Timing, game_of, page_url, register
from games.notifications.events import DEADLINE_NEAR, NOTICE_TEST
from games.play.notices import TurnNotice, turn_context


@register
class DeadlineNearNotice(TurnNotice):
    name = "deadline_near"
    events = (DEADLINE_NEAR,)
    label = _("Deadline near")
    help = _("When a quarter of the time for a move is left, and when a day is.")
    order = 20
    timing = Timing.SINGLE
    is_urgent = True
    is_reminder = True

    def unread_filter(self, user: User) -> Q:
        """A deadline that was moved has reminders of its own."""
        deadline_at = Cast(KeyTextTransform("deadline_at", "event__data"), DateTimeField())
        return super().unread_filter(user) & Q(event__game__deadline_at=deadline_at)

    def is_due(self, event: Event, *, now: datetime) -> bool:
        is_moved = game_of(event).deadline_at != datetime.fromisoformat(event.data["deadline_at"])
        return not is_moved and super().is_due(event, now=now)

    def line(self, event: Event, reader: User) -> NotificationLine:
        game = game_of(event)
        words = {"opponent": game.opponent_of(reader.pk).shown_name}
        text = gettext("Your time is running out against %(opponent)s") % words
        return NotificationLine(text, "", reverse("game", args=[game.number]), "hourglass")

    def mail(self, event: Event, reader: User) -> Mail:
        game = game_of(event)
        words = {"opponent": game.opponent_of(reader.pk).shown_name, "number": game.number}
        subject = gettext("Your time is running out against %(opponent)s (game %(number)s)") % words
        return Mail(subject, turn_context(game, reader), "notifications/mail/deadline_near")


@register
class TestNotice(NoticeKind):
    name = "test"
    events = (NOTICE_TEST,)
    order = 130
    timing = Timing.AT_ONCE
    is_urgent = True
    includes_actor = True

    def line(self, event: Event, reader: User) -> NotificationLine:
        return NotificationLine(gettext("The test that you asked for"), "", reverse("arrival"), "check")

    def mail(self, event: Event, reader: User) -> Mail:
        return Mail(gettext("Your notices arrive"), {"url": page_url("arrival")}, "notifications/mail/test")
