"""Notifications of messages."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.chat.events import MESSAGE_SENT
from games.chat.models import translated_text
from games.core.models.events import Event
from games.core.notifications import Mail, NotificationKind, NotificationLine, game_of, register
from games.pictures.mail import game_context


@register
class MessageNotification(NotificationKind):
    name = "message"
    events = (MESSAGE_SENT,)
    label = _("Message")
    help = _("Your opponent writes to you without moving.")
    order = 80
    is_seen_on_board = True

    def is_due(self, event: Event, *, now: datetime) -> bool:
        return event.game is None or not event.game.was_answered(event.actor_id, since=int(event.data["ply"]))

    def line(self, event: Event, reader: User) -> NotificationLine:
        game = game_of(event)
        text = gettext("%(opponent)s sent you a message") % {"opponent": game.opponent_of(reader.pk).shown_name}
        return NotificationLine(text, _words(event), reverse("game", args=[game.number]), "message-square")

    def mail(self, event: Event, reader: User) -> Mail:
        game = game_of(event)
        words = {"opponent": game.opponent_of(reader.pk).shown_name, "number": game.number}
        subject = gettext("%(opponent)s sent you a message (game %(number)s)") % words
        return Mail(subject, game_context(game, reader) | {"message": _words(event)}, "chat/mail/message")


def _words(event: Event) -> str:
    return translated_text(event.data["text"], event.data.get("canned", ""))
