"""The commands of the rules library work on a bare checkout: no settings, no servers."""

import subprocess
import sys

import pytest

from tools.launcher.workspace import ROOT


@pytest.mark.parametrize(
    ("arguments", "last_line"),
    [(["perft", "3"], "3 12144"), (["replay", "--positions", "tests/data/positions.json"], "48 checked, 0 failed")],
)
def test_the_engines_commands_need_no_settings(arguments: list[str], last_line: str) -> None:
    answer = subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env={}, capture_output=True, text=True, check=False
    )

    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.splitlines()[-1] == last_line
