"""Notifications of challenges."""

from collections.abc import Mapping
from copy import copy
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.challenges.events import (
    CHALLENGE_ACCEPTED,
    CHALLENGE_DECLINED,
    CHALLENGE_EXPIRED,
    CHALLENGE_RECEIVED,
)
from games.challenges.models import Challenge
from games.challenges.queries import heard_by
from games.core.models.events import Event
from games.core.notifications import Mail, NotificationKind, NotificationLine, page_url, register
from kit.times import moment_with_zone


@register
class ChallengeNotification(NotificationKind):
    name = "challenge"
    events = (CHALLENGE_RECEIVED,)
    label = _("Challenge")
    help = _("Somebody wants to play against you.")
    order = 60

    def is_due(self, event: Event, *, now: datetime) -> bool:
        return _challenge(event).is_open(now=now)

    def answer_by(self, event: Event) -> datetime | None:
        return _challenge(event).expires_at

    def line(self, event: Event, reader: User) -> NotificationLine:
        challenge = _challenge_for(reader, event)
        return NotificationLine(
            gettext("%(challenger)s challenges you to a game of Mühle") % _words(challenge),
            challenge.message,
            reverse("challenge", args=[challenge.number]),
            "swords",
        )

    def mail(self, event: Event, reader: User) -> Mail:
        challenge = _challenge_for(reader, event)
        text = gettext("%(challenger)s challenges you to a game of Mühle")
        if challenge.rematch_of_id is not None:
            text = gettext("%(challenger)s offers you a rematch")
        context = {
            "challenge": challenge,
            "challenger": challenge.challenger,
            "rated": gettext("rated") if challenge.rated else gettext("casual"),
            "seats": _seats(challenge),
            "deadline": moment_with_zone(challenge.expires_at),
            "url": page_url("challenge", number=challenge.number),
        }
        return Mail(text % _words(challenge), context, "challenges/mail/challenge")


@register
class ChallengeAnswerNotification(NotificationKind):
    """For the challenger: what has become of a challenge, an open one or an invitation."""

    name = "challenge_answer"
    events = (CHALLENGE_ACCEPTED, CHALLENGE_DECLINED, CHALLENGE_EXPIRED)
    label = _("Answer to my challenge")
    help = _("Your challenge is accepted or declined, or expires, or your invitation is accepted.")
    order = 65

    def unread_filter(self, user: User) -> Q:
        """Who plays has seen that the game has begun."""
        return Q(_of(user, game=None) | _of(user, game__ply=0))

    def line(self, event: Event, reader: User) -> NotificationLine:
        challenge = _challenge_for(reader, event)
        opponent = challenge.opponent.shown_name if challenge.opponent else ""
        text = str(ANSWERS[event.type][Challenge.Kind(challenge.kind)]) % {"opponent": opponent}
        if event.type == CHALLENGE_ACCEPTED:
            more = gettext("Your game has begun.")
            return NotificationLine(text, more, reverse("game", args=[challenge.game_id]), "swords", is_ours=True)
        return NotificationLine(text, challenge.decline_reason, reverse("challenge", args=[challenge.number]), "swords")


def _of(user: User, **columns: Any) -> Exists:
    """Whether the challenge of a UserEvent row is the user's, with these columns."""
    return Exists(Challenge.objects.filter(pk=OuterRef("event__subject_id"), challenger=user, **columns))


_DECLINED = _("%(opponent)s has declined your challenge")
ANSWERS: Final[Mapping[str, Mapping[Challenge.Kind, Promise]]] = {
    CHALLENGE_ACCEPTED: {
        Challenge.Kind.DIRECT: _("%(opponent)s has accepted your challenge"),
        Challenge.Kind.OPEN: _("%(opponent)s has accepted your open challenge"),
        Challenge.Kind.LINK: _("%(opponent)s has accepted your invitation"),
    },
    # Only one player can decline.
    CHALLENGE_DECLINED: dict.fromkeys(Challenge.Kind, _DECLINED),
    CHALLENGE_EXPIRED: {
        Challenge.Kind.DIRECT: _("%(opponent)s did not answer your challenge in time"),
        Challenge.Kind.OPEN: _("Nobody accepted your open challenge in time"),
        Challenge.Kind.LINK: _("Nobody accepted your invitation in time"),
    },
}


def _challenge(event: Event) -> Challenge:
    assert isinstance(event.subject, Challenge)  # noqa: S101  (for the type checker)
    return event.subject


def _challenge_for(reader: User, event: Event) -> Challenge:
    """The challenge as the reader may read it."""
    (challenge,) = heard_by(reader.pk, [copy(_challenge(event))])
    return challenge


def _words(challenge: Challenge) -> dict[str, str]:
    return {"challenger": challenge.challenger.shown_name}


def _seats(challenge: Challenge) -> str:
    """The colours and terms of a challenge, for the challenged player."""
    return {
        Challenge.Colour.WHITE: gettext("you play second"),
        Challenge.Colour.BLACK: gettext("you play first"),
        Challenge.Colour.LOT: gettext("random"),
    }[Challenge.Colour(challenge.colour)]
