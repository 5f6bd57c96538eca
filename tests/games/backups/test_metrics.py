"""What is said of backups."""

from datetime import timedelta
from math import inf

import pytest
from django.db import connection
from django.db.models.functions import Now

from games.backups.metrics import SLOT
from games.backups.models import Backup
from tests.support.database_roles import as_superuser
from tests.support.metrics import of_server
from tools.launcher.workspace import ROOT


def test_the_newest_backup_has_an_age(db: None) -> None:
    for days in (9, 2, 16):
        Backup.objects.create(name=f"{days} days ago", made_at=Now() - timedelta(days=days, hours=1))

    assert of_server().value("muehle_backup_age_seconds") // 3600 == 49


def test_without_a_backup_its_age_has_no_end(db: None) -> None:
    assert of_server().value("muehle_backup_age_seconds") == inf


def as_its_superuser(statement: str, *values: str) -> None:
    with as_superuser(), connection.cursor() as cursor:
        cursor.execute(statement, values)


@pytest.mark.django_db(transaction=True)
def test_wal_that_nobody_archives_is_behind_for_ever_and_what_is_kept_for_the_archive_is_counted() -> None:
    nobody = of_server()
    as_its_superuser("SELECT pg_create_physical_replication_slot(%s, true)", SLOT)
    try:
        before = of_server()
        as_its_superuser("SELECT pg_logical_emit_message(false, 'test', repeat('x', 100000))")
        after = of_server()
    finally:
        as_its_superuser("SELECT pg_drop_replication_slot(%s)", SLOT)

    behind = [each.value("muehle_backup_wal_behind_bytes") for each in (nobody, before, after)]
    assert behind[0] == inf
    assert behind[1] + 100_000 <= behind[2] < inf
    assert [each.value("muehle_backup_wal_connected") for each in (nobody, after)] == [0, 0]


def test_the_script_uses_the_slot_that_is_looked_at() -> None:
    assert f"\nslot={SLOT}\n" in (ROOT / "deploy/backup/muehle-backup").read_text(encoding="utf-8")
