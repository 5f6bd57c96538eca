"""Tables that are kept for some months, in partitions by month: a month is dropped as a whole.

Rows are found by number, so the number is the key of the partitions, and it tells the month: at the beginning of a
month the sequence is set to the first number of its range. Numbers stay unique and in order, and a statement that names
one reads one partition. What is still needed of a month that is dropped is moved to the partition of all that is older.

The server's role in the database may not change tables, so functions do it that belong to the owner (partitioning.py).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import structlog
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.core.models.events import Event, UserEvent
from kit import database_time, locks
from kit.hooks import Hook

log = structlog.get_logger(__name__)

# More rows than a table gets in a month; sixty years of months fit into the numbers that JavaScript knows exactly.
NUMBERS_A_MONTH: Final = 10_000_000_000
FIRST_YEAR: Final = 2020
MONTHS_AHEAD: Final = 2
# Key of the lock of all changes of partitions; no other code uses it.
_LOCK: Final = 7_320_180_302

# Old records are about to be deleted. Functions return rows whose `game` names the games that keep theirs.
records_in_use: Hook[[], QuerySet[Any]] = Hook()


@dataclass(frozen=True)
class Partitioned:
    """A table of one of our models, and the number of months that it is kept beside the current one.

    `key` is the column of the partitions: the table's own number, or that of the row that a row belongs to. `needed`
    returns those rows of a month that are kept for longer.
    """

    rows: QuerySet[Any]
    key: str
    months: Callable[[], int]
    needed: Callable[[QuerySet[Any]], QuerySet[Any]]

    @property
    def table(self) -> str:
        return str(self.rows.model._meta.db_table)  # noqa: SLF001  (Django's public name)


_declared: list[Partitioned] = []


def add_partitioned(declared: Partitioned) -> None:
    """Declare a table that its migration has partitioned."""
    _declared.append(declared)


def month_of(moment: datetime) -> int:
    """The number of a month; ranges of numbers follow each other as months do."""
    return (moment.year - FIRST_YEAR) * 12 + moment.month - 1


def first_number(month: int) -> int:
    return month * NUMBERS_A_MONTH


def name_of(table: str, month: int) -> str:
    return f"{table}_{FIRST_YEAR + month // 12}_{month % 12 + 1:02}"


def kept_of(table: str) -> str:
    """The partition of all that is older than the months."""
    return f"{table}_kept"


def keep_partitions(*, now: datetime | None = None) -> None:
    """Create the partitions of this month and the next ones, begin the month's numbers, and drop what is too old.

    Each step is a short transaction, and gives up if it does not get its locks soon; the next run tries again.
    """
    month = month_of(now or database_time.source.read())
    for declared in _declared:
        for step in (create, begin_numbers, drop_old):
            try:
                _take(step, declared, month)
            except OperationalError as error:
                log.warning("partitions_busy", table=declared.table, error=str(error))


def begin_month(*, now: datetime | None = None) -> None:
    """Create the partitions and begin the month's numbers. Raises OperationalError if a table is locked."""
    month = month_of(now or database_time.source.read())
    for declared in _declared:
        for step in (create, begin_numbers):
            _take(step, declared, month)


def _take(step: Callable[[Any, Partitioned, int], None], declared: Partitioned, month: int) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '2s'")
        locks.hold(_LOCK)
        step(cursor, declared, month)


def create(cursor: Any, declared: Partitioned, month: int) -> None:
    for each in range(month, month + MONTHS_AHEAD + 1):
        create_partition(cursor, declared.table, each)


def create_partition(cursor: Any, table: str, month: int) -> None:
    parameters = [table, name_of(table, month), first_number(month), first_number(month + 1)]
    cursor.execute("SELECT core_add_partition(%s::regclass, %s, %s, %s)", parameters)


def begin_numbers(cursor: Any, declared: Partitioned, month: int) -> None:
    if declared.key == "id":
        begin_numbers_of(cursor, declared.table, month)


def begin_numbers_of(cursor: Any, table: str, month: int) -> None:
    """Set the sequence to the first number of the month, if that has its partition; it never goes back."""
    statement = "SELECT core_raise_numbers(%s::regclass, %s) WHERE to_regclass(%s) IS NOT NULL"
    cursor.execute(statement, [table, first_number(month), name_of(table, month)])


def drop_old(cursor: Any, declared: Partitioned, month: int) -> None:
    for each in _months(cursor, declared.table):
        if each < month - declared.months():
            _drop(cursor, declared, each)
            log.info("partition_dropped", name=name_of(declared.table, each))


def _months(cursor: Any, table: str) -> list[int]:
    """The months that have a partition, the oldest first."""
    cursor.execute("SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = %s::regclass", [table])
    names = [name.removeprefix(f"{table}_") for (name,) in cursor.fetchall() if name != kept_of(table)]
    return sorted((int(name[:4]) - FIRST_YEAR) * 12 + int(name[5:]) - 1 for name in names)


def _drop(cursor: Any, declared: Partitioned, month: int) -> None:
    """Drop a month; what is still needed of it goes to the partition of all that is older, which ends after it now."""
    of_month = declared.rows.filter(**{f"{declared.key}__gte": first_number(month)})
    of_month = of_month.filter(**{f"{declared.key}__lt": first_number(month + 1)})
    needed = list(declared.needed(of_month).values_list("pk", flat=True))
    parameters = [declared.table, name_of(declared.table, month), needed, first_number(month + 1)]
    cursor.execute("SELECT core_drop_partition(%s::regclass, %s, %s::bigint[], %s)", parameters)


def _events_needed(events: QuerySet[Event]) -> QuerySet[Event]:
    """Events of games that go on or that a dispute is about, and the proof of how a game was drawn."""
    needed = Q(game__isnull=False, game__finished_at=None) | Q(data__has_key="proof")
    for rows in records_in_use():
        needed |= Q(Exists(rows.filter(game=OuterRef("game"))))
    return events.filter(needed)


def _months_of_events() -> int:
    return int(settings.EVENTS_KEPT_MONTHS)


# A user's stream without its beginning is one that begins later: a client that is further back is told so.
add_partitioned(Partitioned(UserEvent.objects.all(), "id", _months_of_events, lambda rows: rows.none()))
add_partitioned(Partitioned(Event.objects.all(), "id", _months_of_events, _events_needed))
