"""What officers are told of who wants to join, and players of being accepted."""

from django.utils.translation import gettext_lazy as _

from games.clubs.api.event_data import ClubData
from games.clubs.models import Club
from games.core.event_log import Entry
from games.core.event_types import Audience, Muted, event_type
from games.core.presenters import Data

CLUB_REQUESTED = event_type(
    "club_requested",
    _("request to join a club"),
    data=ClubData,
    audience=Audience.RECIPIENTS,
    muted=Muted.NOTHING,
)
CLUB_ACCEPTED = event_type("club_accepted", _("accepted into a club"), data=ClubData, audience=Audience.RECIPIENTS)


def club_requested(club: Club, officers: tuple[int, ...], *, by: int) -> Entry:
    """For the officers."""
    return Entry(type=CLUB_REQUESTED, recipients=officers, actor_id=by, data=_data(club))


def club_accepted(club: Club, user_id: int, *, by: int) -> Entry:
    """For the new member."""
    return Entry(type=CLUB_ACCEPTED, recipients=(user_id,), actor_id=by, data=_data(club))


def _data(club: Club) -> Data:
    return {"club": club.slug, "name": club.name}
