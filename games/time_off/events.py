"""Events of leave."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.core.event_log import Entry
from games.core.event_types import Audience, event_type
from games.core.models.events import Event
from games.core.presenters import rfc3339
from games.time_off.api.event_data import LeaveEndsData
from games.time_off.models import Leave

LEAVE_ENDS = event_type("leave_ends", _("leave ends"), data=LeaveEndsData, audience=Audience.RECIPIENTS)


def leave_ends(leave: Leave, *, games_waiting: int) -> Entry:
    """Sent only to its owner; `games_waiting` is the number of games in which they are on move."""
    data = {"leave": leave.pk, "ends_at": rfc3339(leave.ends_at), "games_waiting": games_waiting}
    return Entry(type=LEAVE_ENDS, recipients=(leave.user_id,), data=data)


def ends_at(event: Event) -> datetime:
    """When the leave ends that the event is about."""
    return datetime.fromisoformat(event.data["ends_at"])
