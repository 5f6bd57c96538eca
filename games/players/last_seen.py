"""When a player was last on the home page, and since when events are new to them.

Views of the page belong to one visit as long as the pauses between them are at most PAUSE. During a visit the start of
"new" does not move, so that news stays when the page is reloaded.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from games.players.models import LastSeen

PAUSE = timedelta(minutes=30)


def record(user_id: int, *, now: datetime) -> datetime:
    """Record a view of the home page, and return since when events are new to the player."""
    values: dict[str, Any] = {"user": user_id, "now": now, "pause": PAUSE}
    with connection.cursor() as cursor:
        cursor.execute(_RECORD, values)
        since: datetime = cursor.fetchone()[0]
    return since


def news_since(user_id: int, *, now: datetime) -> datetime:
    """Since when events are new to the player, for a page that refreshes itself; records no view."""
    return LastSeen.objects.filter(user=user_id).values_list("news_since", flat=True).first() or now


# A single statement, so that two pages opened at once get the same result.
_RECORD = """
INSERT INTO players_lastseen AS seen (user_id, seen_at, news_since) VALUES (%(user)s, %(now)s, %(now)s)
ON CONFLICT (user_id) DO UPDATE SET
    seen_at = greatest(seen.seen_at, EXCLUDED.seen_at),
    news_since = CASE WHEN EXCLUDED.seen_at > seen.seen_at + %(pause)s THEN seen.seen_at ELSE seen.news_since END
RETURNING news_since
"""
