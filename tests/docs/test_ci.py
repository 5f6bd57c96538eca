""".ci/run: every phase is run and timed, and a failed one names the command that repeats it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tools.launcher.workspace import ROOT

STUB = "import sys\nprint('called with', *sys.argv[1:])\nsys.exit(sys.argv[1:] == {fails!r})\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A tree with .ci/run, where nothing is missing of Debian's packages."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    (tmp_path / ".ci" / "packages").write_text("#!/bin/sh\n")
    (tmp_path / ".ci" / "packages").chmod(0o755)
    return tmp_path


def run(checkout: Path, *, fails: list[str]) -> subprocess.CompletedProcess[str]:
    (checkout / "dev.py").write_text(STUB.format(fails=fails))
    return subprocess.run(["bash", ".ci/run"], cwd=checkout, capture_output=True, text=True)


def test_all_phases_are_run_and_timed(checkout: Path) -> None:
    answer = run(checkout, fails=["nothing"])

    report = answer.stdout.partition("\n\n")[2].splitlines()
    assert answer.returncode == 0
    assert [line.partition(":")[0] for line in report] == [
        "packages",
        "set-up",
        "checks",
        "first tier",
        "kills and fresh copy",
    ]
    assert all(": passed in " in line for line in report)


def test_after_a_failure_the_others_are_run_and_the_command_is_named(checkout: Path) -> None:
    answer = run(checkout, fails=["check"])

    assert answer.returncode == 1
    assert "called with test -m every_change" in answer.stdout
    assert answer.stdout.count("checks: FAILED in ") == 2
    assert "Repeat it alone: python3 dev.py check\n" in answer.stdout.partition("\n\n")[2]


def test_the_command_that_repeats_a_phase_has_its_variables(checkout: Path) -> None:
    answer = run(checkout, fails=["test"])

    assert (
        "Repeat it alone: env MUEHLE_REQUIRE_BROWSER=1 MUEHLE_REQUIRE_PGBOUNCER=1 python3 dev.py test" in answer.stdout
    )
