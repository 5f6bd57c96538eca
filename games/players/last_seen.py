"""Since when something is news to a player: since he was last on his first page.

A visit goes on for as long as he looks at the page now and then, so that what is news does not vanish when it is
loaded again; after a longer pause another one begins.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from games.players.models import Visit

PAUSE = timedelta(minutes=30)


def look(user_id: int, *, now: datetime) -> datetime:
    """Note that the player looks at the page, and return since when something is news to him."""
    values: dict[str, Any] = {"user": user_id, "now": now, "pause": PAUSE}
    with connection.cursor() as cursor:
        cursor.execute(_LOOK, values)
        since: datetime = cursor.fetchone()[0]
    return since


def news_since(user_id: int, *, now: datetime) -> datetime:
    """The same for a page that renews itself, which is no look of the player's."""
    return Visit.objects.filter(user=user_id).values_list("news_since", flat=True).first() or now


# One statement, so that two pages opened at once agree.
_LOOK = """
INSERT INTO players_visit AS visit (user_id, seen_at, news_since) VALUES (%(user)s, %(now)s, %(now)s)
ON CONFLICT (user_id) DO UPDATE SET
    seen_at = greatest(visit.seen_at, EXCLUDED.seen_at),
    news_since = CASE WHEN EXCLUDED.seen_at > visit.seen_at + %(pause)s THEN visit.seen_at ELSE visit.news_since END
RETURNING news_since
"""
