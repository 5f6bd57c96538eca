"""What `run` writes down about itself for the other commands."""

import json
import stat
from pathlib import Path

import pytest

from tools.launcher import workspace
from tools.launcher.instance import instance_environment, settings_of
from tools.launcher.services import ServicePlan

PLAN = ServicePlan("postgres://muehle@/muehle", "unix:///valkey.sock", (), "postgres://muehle_owner@/muehle")
PLANTED = "a-secret-of-another-program"


@pytest.fixture(autouse=True)
def _directory_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workspace, "DIRECTORY", tmp_path / ".dev")
    monkeypatch.setenv("ANOTHER_PROGRAMS_TOKEN", PLANTED)
    for name in ("SECRET_KEY", "SITE_URL", "EMAIL_URL", "LOG_LEVEL", "DEBUG", "DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)


def test_only_the_variables_that_the_launcher_sets_are_written_down() -> None:
    workspace.publish(settings_of(PLAN, site_url="http://127.0.0.1:8000"))

    files = [path for path in workspace.DIRECTORY.rglob("*") if path.is_file()]
    assert set(json.loads((workspace.DIRECTORY / "live.json").read_text())["environment"]) == {
        *("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL"),
        *("DEBUG", "SECRET_KEY", "SITE_URL", "EMAIL_URL", "LOG_LEVEL"),
    }
    assert [path.name for path in files if PLANTED in path.read_text()] == []


def test_a_file_that_others_could_read_is_closed_to_them() -> None:
    path = workspace.directory() / "live.json"
    path.write_text(json.dumps({"an": "old one, longer than the new one" * 100}))
    path.chmod(0o644)

    workspace.publish(settings_of(PLAN, site_url="http://127.0.0.1:8000"))

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert workspace.live_environment()["SITE_URL"] == "http://127.0.0.1:8000"


def test_the_commands_have_the_settings_of_what_runs_and_their_own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    workspace.publish(settings_of(PLAN, site_url="http://127.0.0.1:8000"))
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")

    with workspace.only_one(), instance_environment() as environment:
        found = environment

    assert found["DATABASE_URL"] == PLAN.database_url
    assert found["LOG_LEVEL"] == "DEBUG"
    assert found["ANOTHER_PROGRAMS_TOKEN"] == PLANTED
