"""Which players are on leave."""

from collections.abc import Iterable
from datetime import datetime

from games.time_off.models import Leave


def away_until(user_ids: Iterable[int], *, now: datetime) -> dict[int, datetime]:
    """The end of the current leave of each of these users who is on leave. Planned leave is private."""
    rows = Leave.objects.current(now=now).filter(user__in=user_ids)
    return dict(rows.values_list("user_id", "ends_at"))
