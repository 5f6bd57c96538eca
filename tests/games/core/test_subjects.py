"""A subject is added as one folder and one line of INSTALLED_APPS."""

import os
import subprocess
import sys

from tools.launcher.workspace import ROOT


def test_a_subject_is_one_folder_and_one_line() -> None:
    """Everything in `in_toasts.py` holds for the app `toasts`, in a process that has the line."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "tests/games/core/subjects/in_toasts.py",
        "-q",
        "-p",
        "no:randomly",
        "-p",
        "no:xdist",
    ]

    answer = subprocess.run(
        [*command, "--ds=tests.games.core.subjects.settings"],
        cwd=ROOT,
        env=own | {"DJANGO_SETTINGS_MODULE": "tests.games.core.subjects.settings"},
        capture_output=True,
        text=True,
    )

    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert " passed" in answer.stdout
