"""Tests that need other settings, in a process of their own."""

import os
import subprocess
import sys

from tests.support.databases import TEMPLATE, name_of_template
from tools.launcher.workspace import ROOT


def run_pytest(file: str, settings: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a file, and wait for them.

    They have the Redis databases of this process: with those of another, they would clear its counters. Their database
    is a copy of the one that the processes of the test run have migrated, if they are several.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        kept |= {"PYTEST_XDIST_WORKER": worker, TEMPLATE: name_of_template()}
    return subprocess.run(
        [sys.executable, "-m", "pytest", file, "-q", f"--ds={settings}", "-p", "no:randomly", "-p", "no:xdist"],
        cwd=ROOT,
        env=kept | {"DJANGO_SETTINGS_MODULE": settings} | environment,
        capture_output=True,
        text=True,
    )
