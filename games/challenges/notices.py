"""Notifications of challenges."""

from datetime import datetime

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.challenges.events import CHALLENGE, CHALLENGE_RECEIVED
from games.challenges.models import Challenge
from games.core.labels import moment
from games.core.models.events import Event
from games.core.notices import Mail, NoticeKind, NotificationLine, page_url, register


@register
class ChallengeNotice(NoticeKind):
    name = "challenge"
    events = (CHALLENGE_RECEIVED,)
    label = _("Challenge")
    help = _("Somebody would like to play you.")
    order = 60

    def recipients(self, event: Event) -> tuple[int, ...]:
        opponent_id = _challenge(event).opponent_id
        return () if opponent_id is None else (opponent_id,)

    def bell_filter(self, user: User) -> Q:
        received = Challenge.objects.filter(opponent=user).values("pk")
        return Q(event__subject_type=CHALLENGE, event__subject_id__in=received)

    def is_due(self, event: Event, *, now: datetime) -> bool:
        return _challenge(event).is_open(now=now)

    def answer_by(self, event: Event) -> datetime | None:
        return _challenge(event).expires_at

    def line(self, event: Event, reader: User) -> NotificationLine:
        challenge = _challenge(event)
        return NotificationLine(
            gettext("%(challenger)s challenges you to a game of Mühle") % _words(challenge),
            challenge.message,
            reverse("challenge", args=[challenge.number]),
            "swords",
        )

    def mail(self, event: Event, reader: User) -> Mail:
        challenge = _challenge(event)
        text = gettext("%(challenger)s challenges you to a game of Mühle")
        if challenge.rematch_of_id is not None:
            text = gettext("%(challenger)s asks you for a rematch")
        context = {
            "challenge": challenge,
            "challenger": challenge.challenger,
            "rated": gettext("rated") if challenge.rated else gettext("casual"),
            "seats": _seats(challenge),
            "deadline": moment(challenge.expires_at),
            "url": page_url("challenge", number=challenge.number),
        }
        return Mail(text % _words(challenge), context, "challenges/mail/challenge")


def _challenge(event: Event) -> Challenge:
    assert isinstance(event.subject, Challenge)  # noqa: S101  (for the type checker)
    return event.subject


def _words(challenge: Challenge) -> dict[str, str]:
    return {"challenger": challenge.challenger.shown_name}


def _seats(challenge: Challenge) -> str:
    """Who would play what, for the one who is challenged."""
    return {
        Challenge.Colour.WHITE: gettext("you play second"),
        Challenge.Colour.BLACK: gettext("you play first"),
        Challenge.Colour.LOT: gettext("drawn by lot"),
    }[Challenge.Colour(challenge.colour)]
