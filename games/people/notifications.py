"""The notification of followers."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.challenges.models import Challenge
from games.core.models.events import Event
from games.core.notifications import NotificationKind, NotificationLine, register
from games.people.events import OPEN_CHALLENGE_POSTED
from games.play.templatetags.clocks import clock_words


@register
class FollowedChallengeNotification(NotificationKind):
    name = "followed_challenge"
    events = (OPEN_CHALLENGE_POSTED,)
    label = _("Open challenge of a player I follow")
    help = _("Only of players for whom you have chosen it, and only if you may accept it.")
    order = 67

    def is_due(self, event: Event, *, now: datetime) -> bool:
        return _challenge(event).is_open(now=now)

    def end_of_use(self, event: Event) -> datetime | None:
        return _challenge(event).expires_at

    def line(self, event: Event, reader: User) -> NotificationLine:
        challenge = _challenge(event)
        text = gettext("%(challenger)s has posted an open challenge") % {"challenger": challenge.challenger.shown_name}
        rated = gettext("rated") if challenge.rated else gettext("casual")
        more = f"{challenge.get_rules_display()} · {clock_words(challenge.clock)} · {rated}"
        return NotificationLine(text, more, reverse("challenge", args=[challenge.number]), "swords", is_ours=True)


def _challenge(event: Event) -> Challenge:
    assert isinstance(event.subject, Challenge)  # noqa: S101  (for the type checker)
    return event.subject
