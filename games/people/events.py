"""What followers are told."""

from django.utils.translation import gettext_lazy as _

from games.challenges.events import CHALLENGE
from games.challenges.models import Challenge
from games.core.event_log import Entry
from games.core.event_types import Audience, Muted, event_type
from games.core.presenters import rfc3339
from games.people.api.event_data import OpenChallengePostedData

OPEN_CHALLENGE_POSTED = event_type(
    "open_challenge_posted",
    _("open challenge of a player you follow"),
    data=OpenChallengePostedData,
    audience=Audience.RECIPIENTS,
    muted=Muted.NOTHING,
)


def open_challenge_posted(challenge: Challenge, followers: tuple[int, ...]) -> Entry:
    """For followers who want to be told, and may accept it."""
    data = {
        "challenger": challenge.challenger.username,
        "kind": challenge.kind,
        "rules": challenge.rules,
        "rated": challenge.rated,
        "expires_at": rfc3339(challenge.expires_at),
    }
    return Entry(
        type=OPEN_CHALLENGE_POSTED,
        recipients=followers,
        subject=(CHALLENGE, challenge.pk),
        actor_id=challenge.challenger_id,
        data=data,
    )
