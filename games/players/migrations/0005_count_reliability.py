"""The reliability of all players, counted from their games."""

from typing import Any

from django.db import migrations

BATCH = 500

# As games/players/reliability.py counted when this was written.
COUNT = """
    WITH player AS (SELECT id FROM accounts_user WHERE id > %(after)s AND id <= %(last)s),
    counted AS (
        SELECT player.id, count(latest.number) AS games, count(latest.number) FILTER (WHERE NOT latest.late) AS on_time
        FROM player, LATERAL (
            SELECT number, late FROM (
                (SELECT number, finished_at,
                        termination = 'aborted' OR termination = 'timeout' AND result = '0-1' AS late
                    FROM core_game WHERE white_id = player.id AND finished_at IS NOT NULL
                        AND (status = 'finished' OR termination = 'aborted' AND ply %% 2 = 0)
                    ORDER BY finished_at DESC LIMIT 100)
                UNION ALL
                (SELECT number, finished_at, termination = 'aborted' OR termination = 'timeout' AND result = '1-0'
                    FROM core_game WHERE black_id = player.id AND finished_at IS NOT NULL
                        AND (status = 'finished' OR termination = 'aborted' AND ply %% 2 = 1)
                    ORDER BY finished_at DESC LIMIT 100)
            ) AS ended ORDER BY finished_at DESC, number DESC LIMIT 100
        ) AS latest
        WHERE NOT EXISTS (SELECT FROM accounts_deletion WHERE user_id = player.id)
        GROUP BY player.id
    )
    INSERT INTO players_storedreliability (user_id, games, on_time, percent)
    SELECT id, games, on_time, CASE WHEN games >= 5 THEN 100 * (on_time + 5) / (games + 5) END FROM counted
    ORDER BY id
    ON CONFLICT (user_id) DO UPDATE
        SET games = excluded.games, on_time = excluded.on_time, percent = excluded.percent
"""


def count_all(apps: Any, schema_editor: Any) -> None:
    """In pieces, so that no row is locked for long. It may be repeated."""
    users, after = apps.get_model("accounts", "User").objects.order_by("pk"), 0
    while found := list(users.filter(pk__gt=after).values_list("pk", flat=True)[:BATCH]):
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(COUNT, {"after": after, "last": found[-1]})
        after = found[-1]


class Migration(migrations.Migration):
    # Each piece is a transaction of its own.
    atomic = False

    dependencies = [
        ("accounts", "0024_computers"),
        ("core", "0008_total_length"),
        ("players", "0004_stored_reliability"),
    ]

    operations = [migrations.RunPython(count_all, migrations.RunPython.noop, elidable=True)]
