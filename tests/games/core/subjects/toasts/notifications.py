"""Notifications of toasts."""

from django.utils.functional import lazystr

from accounts.models import User
from games.core.models.events import Event
from games.core.notifications import NotificationKind, NotificationLine, register
from tests.games.core.subjects.toasts.events import TOAST_GIVEN


@register
class ToastNotification(NotificationKind):
    name = "toast"
    events = (TOAST_GIVEN,)
    label = lazystr("Toast")
    help = lazystr("Your opponent has raised a glass.")

    def line(self, event: Event, reader: User) -> NotificationLine:
        return NotificationLine(f"{event.actor} raises a glass", event.data["text"], f"/games/{event.game_id}/")
