"""Leadership: work that one process of all does at a time, and another one if the first hangs.

Each step is one statement with the database's time, so that this also works behind a pooler. A holder that hung beyond
its time finds that its lease has expired, whether or not somebody else has taken it.
"""

from dataclasses import dataclass

from django.db import connection

_TABLE = "accounts_leadership"


@dataclass(frozen=True, slots=True)
class HeldLeadership:
    """A lease that this process has taken, and may have lost since."""

    name: str
    fence: int

    def renew(self, seconds: float) -> bool:
        """Hold it for so long from now on; False if it is lost."""
        with connection.cursor() as cursor:
            cursor.execute(f"{_RENEW} {_IF_HELD}", [seconds, self.name, self.fence])
            return bool(cursor.rowcount)

    def is_held(self) -> bool:
        """Whether it is still this process's."""
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT FROM {_TABLE} {_IF_HELD}", [self.name, self.fence])
            return bool(cursor.rowcount)

    def release(self) -> None:
        """Let another process take it."""
        self.renew(0)


def take(name: str, seconds: float) -> HeldLeadership | None:
    """The lease of this name, if nobody holds it."""
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [name, seconds])
        row = cursor.fetchone()
    return HeldLeadership(name, row[0]) if row else None


_TAKE = f"""
INSERT INTO {_TABLE} AS held (name, fence, expires_at)
VALUES (%s, 1, clock_timestamp() + make_interval(secs => %s))
ON CONFLICT (name) DO UPDATE SET fence = held.fence + 1, expires_at = EXCLUDED.expires_at
WHERE held.expires_at <= clock_timestamp()
RETURNING fence
"""  # noqa: S608
_RENEW = f"UPDATE {_TABLE} SET expires_at = clock_timestamp() + make_interval(secs => %s)"  # noqa: S608
_IF_HELD = "WHERE name = %s AND fence = %s AND expires_at > clock_timestamp()"
