"""Who is on leave."""

from collections.abc import Iterable
from datetime import datetime

from games.time_off.models import Leave


def away_until(user_ids: Iterable[int], *, now: datetime) -> dict[int, datetime]:
    """Of these users those who are on leave now, with its end. Leave that has not begun is its owner's secret."""
    rows = Leave.objects.current(now=now).filter(user__in=user_ids)
    return dict(rows.values_list("user_id", "ends_at"))
