"""What muehle-backup refuses, and which base backup it restores; tests/campaigns/test_operations.py runs all of it."""

import os
import subprocess
from pathlib import Path

import pytest

from tools.launcher.workspace import ROOT

SCRIPT = ROOT / "deploy/backup/muehle-backup"


def muehle_backup(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"BACKUP_DIR": str(folder), "TZ": "Europe/Berlin"}
    return subprocess.run([str(SCRIPT), *arguments], env=environment, capture_output=True, text=True)


@pytest.fixture
def backups(tmp_path: Path) -> Path:
    """A folder with three base backups, each of which has a file with its name, and one that is not complete."""
    for name in ("20260301T120000.250001Z", "20260302T120000.000000Z", "20260303T120000.000000Z", "new"):
        base = tmp_path / "backups/base" / name
        base.mkdir(parents=True)
        (base / "which").write_text(name)
    return tmp_path / "backups"


@pytest.mark.parametrize(
    ("moment", "name", "target_time"),
    [
        ("2026-03-01 12:00:00.250001+00", "20260301T120000.250001Z", "2026-03-01 12:00:00.250001+00"),
        ("2026-03-01 12:00:00.3+00", "20260301T120000.250001Z", "2026-03-01 12:00:00.300000+00"),
        ("2026-03-02 11:59:59.999999+00", "20260301T120000.250001Z", "2026-03-02 11:59:59.999999+00"),
        ("2026-03-02 12:00:00+00", "20260302T120000.000000Z", "2026-03-02 12:00:00.000000+00"),
        ("2026-03-03 12:59:59.25+01:00", "20260302T120000.000000Z", "2026-03-03 11:59:59.250000+00"),
        ("latest", "20260303T120000.000000Z", ""),
    ],
)
def test_the_last_base_backup_before_the_moment_is_restored(
    backups: Path, tmp_path: Path, moment: str, name: str, target_time: str
) -> None:
    answer = muehle_backup("restore", moment, str(tmp_path / "data"), folder=backups)

    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "data/which").read_text() == name
    assert (tmp_path / "data/recovery.signal").exists()
    assert f"\nrecovery_target_time = '{target_time}'\n" in (tmp_path / "data/postgresql.auto.conf").read_text()


@pytest.mark.parametrize("moment", ["2026-03-01 12:00:00.25+00", "half past tomorrow"])
def test_without_a_base_backup_before_the_moment_nothing_is_written(backups: Path, tmp_path: Path, moment: str) -> None:
    answer = muehle_backup("restore", moment, str(tmp_path / "data"), folder=backups)

    assert answer.returncode == 1
    assert moment in answer.stderr or "no base backup" in answer.stderr
    assert not (tmp_path / "data").exists()


def test_data_that_are_there_are_not_overwritten(backups: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/PG_VERSION").write_text("15")

    answer = muehle_backup("restore", "latest", str(tmp_path / "data"), folder=backups)

    assert (answer.returncode, answer.stderr) == (1, f"muehle-backup: {tmp_path / 'data'} is not empty\n")
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["PG_VERSION"]


def test_whoever_says_nothing_is_told_what_there_is(tmp_path: Path) -> None:
    answer = muehle_backup(folder=tmp_path)

    assert answer.returncode == 2
    assert "muehle-backup restore MOMENT DIRECTORY" in answer.stderr
