"""One piece of slow work at a time: a move of a level that thinks for long, or a half-move of a review.

The worker of the computers has two processes, so that one of them is free for quick moves. The place is leased: that of
a worker that dies is free again when the lease runs out.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection

from games.computer.models import SlowWork
from muehle_engine import LEVELS

# Longer than slow work takes on a busy machine.
LEASE_SECONDS: Final = 30
# A level is slow if it looks at so many positions for a move, which takes about a tenth of a second.
SLOW_FROM: Final = 50_000
SLOW_LEVELS: Final = [level.number for level in LEVELS if level.nodes >= SLOW_FROM]


@contextmanager
def place() -> Iterator[bool]:
    """Take the place for slow work until the end of the block; False if another process has it."""
    with connection.cursor() as cursor:
        cursor.execute(_BEGIN, [LEASE_SECONDS, LEASE_SECONDS])
        row = cursor.fetchone()
    try:
        yield row is not None
    finally:
        if row:
            with connection.cursor() as cursor:
                cursor.execute(_END, row)


_TABLE = SlowWork._meta.db_table  # noqa: SLF001  (the name under which Django documents it)
_BEGIN = f"""
INSERT INTO {_TABLE} AS place (id, leased_until, fence) VALUES (1, clock_timestamp() + make_interval(secs => %s), 1)
ON CONFLICT (id) DO UPDATE
SET leased_until = clock_timestamp() + make_interval(secs => %s), fence = place.fence + 1
WHERE place.leased_until <= clock_timestamp()
RETURNING fence
"""  # noqa: S608
_END = f"UPDATE {_TABLE} SET leased_until = clock_timestamp() WHERE fence = %s"  # noqa: S608
