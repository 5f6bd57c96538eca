"""Metrics of backups: of the base backups and of the archive of the log (WAL)."""

from django.db import connection

from kit.monitoring import DatabaseGauge

SLOT = "muehle_backup"

age = DatabaseGauge(
    "muehle_backup_age_seconds", "Age of the newest base backup that was verified; +Inf if there is none."
)
wal_behind = DatabaseGauge(
    "muehle_backup_wal_behind_bytes",
    "WAL that was written and is not in the archive yet; +Inf if nothing keeps it for the archive.",
)
wal_connected = DatabaseGauge(
    "muehle_backup_wal_connected", "Whether WAL is archived as it is written (1) or the archive is not connected (0)."
)


@age.reader
def _age() -> float:
    return _value(
        "SELECT extract(epoch FROM clock_timestamp() - max(made_at)) FROM backups_backup", default=float("inf")
    )


# A slot that has fallen back too far (max_slot_wal_keep_size) has no position any more.
@wal_behind.reader
def _wal_behind() -> float:
    return _value(
        "SELECT greatest(0, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), restart_lsn))"
        " FROM pg_replication_slots WHERE slot_name = %s AND NOT pg_is_in_recovery()",
        SLOT,
        default=float("inf"),
    )


@wal_connected.reader
def _wal_connected() -> float:
    return _value("SELECT active::int FROM pg_replication_slots WHERE slot_name = %s", SLOT, default=0.0)


def _value(query: str, *parameters: str, default: float) -> float:
    """The only value, or the default if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        row = cursor.fetchone()
    return default if row is None or row[0] is None else float(row[0])
