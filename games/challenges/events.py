"""Events of challenges."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.challenges.api.event_data import (
    ChallengeAcceptedData,
    ChallengeClosedData,
    ChallengeDeclinedData,
    ChallengeReceivedData,
)
from games.challenges.models import Challenge
from games.core.event_log import Entry
from games.core.event_subjects import subject_type
from games.core.event_types import Muted, event_type
from games.core.presenters import clock_data, rfc3339, terms_data

CHALLENGE_RECEIVED = event_type(
    "challenge_received", _("challenge received"), data=ChallengeReceivedData, muted=Muted.WITHOUT_WORDS
)
CHALLENGE_ACCEPTED = event_type("challenge_accepted", _("challenge accepted"), data=ChallengeAcceptedData)
CHALLENGE_DECLINED = event_type(
    "challenge_declined", _("challenge declined"), data=ChallengeDeclinedData, muted=Muted.WITHOUT_WORDS
)
CHALLENGE_CANCELLED = event_type("challenge_cancelled", _("challenge withdrawn"), data=ChallengeClosedData)
CHALLENGE_EXPIRED = event_type("challenge_expired", _("challenge expired"), data=ChallengeClosedData)


def _load(numbers: Collection[int]) -> dict[int, Challenge]:
    return Challenge.objects.select_related("challenger", "opponent").in_bulk(numbers)


CHALLENGE = subject_type("challenge", load=_load)


def challenge_received(challenge: Challenge, *, rating: int | None) -> Entry:
    """A challenge to one player, with all that they need to know to answer it. `rating` is the challenger's."""
    data = {
        "challenger_bot": challenge.challenger.is_bot,
        "challenger_rating": rating,
        "colour": challenge.colour,
        "message": challenge.message,
        "rules": challenge.rules,
        "rated": challenge.rated,
        "bots_welcome": challenge.bots_welcome,
        "clock": clock_data(challenge),
        **terms_data(challenge),
        "rematch_of": challenge.rematch_of_id,
        "expires_at": rfc3339(challenge.expires_at),
    }
    return _entry(challenge, CHALLENGE_RECEIVED, challenge.challenger_id, **data)


def challenge_accepted(challenge: Challenge, *, by: User) -> Entry:
    """A game has begun, with the number `game`."""
    return _answer(challenge, CHALLENGE_ACCEPTED, by.pk, game=challenge.game_id)


def challenge_declined(challenge: Challenge, *, by: User) -> Entry:
    """The challenged player has refused; `reason` is empty where they gave none."""
    return _answer(challenge, CHALLENGE_DECLINED, by.pk, reason=challenge.decline_reason)


def challenge_cancelled(challenge: Challenge) -> Entry:
    """The challenger has withdrawn it."""
    return _entry(challenge, CHALLENGE_CANCELLED, challenge.challenger_id)


def challenge_expired(challenge: Challenge) -> Entry:
    """The challenge was not accepted in time."""
    return _answer(challenge, CHALLENGE_EXPIRED, None)


def _answer(challenge: Challenge, event_type: str, actor_id: int | None, **data: Any) -> Entry:
    """For the challenger. A computer accepts at once: whoever has challenged it sees the game."""
    is_seen = challenge.opponent is not None and challenge.opponent.is_computer
    return _entry(challenge, event_type, actor_id, () if is_seen else (challenge.challenger_id,), **data)


def _entry(
    challenge: Challenge, event_type: str, actor_id: int | None, notify: tuple[int, ...] | None = None, /, **data: Any
) -> Entry:
    people = (challenge.challenger_id, challenge.opponent_id)
    recipients = tuple(user_id for user_id in people if user_id is not None)
    shared = {"challenger": challenge.challenger.username, "kind": challenge.kind}
    return Entry(
        type=event_type,
        recipients=recipients,
        notify=notify,
        subject=(CHALLENGE, challenge.pk),
        actor_id=actor_id,
        data=shared | data,
    )
