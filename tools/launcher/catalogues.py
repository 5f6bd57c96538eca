"""Compiled translations are not in git: compile those that are missing or older than their source."""

import subprocess
from pathlib import Path

from tools.launcher.errors import LauncherError
from tools.launcher.instance import manage_command
from tools.launcher.workspace import ROOT


def ensure_compiled() -> None:
    """Run compilemessages where it is needed. Raises LauncherError with what it said where it fails."""
    if not any(_is_stale(catalogue) for catalogue in ROOT.glob("*/locale/*/LC_MESSAGES/*.po")):
        return
    answer = subprocess.run(manage_command(["compilemessages"]), check=False, cwd=ROOT, capture_output=True, text=True)
    if answer.returncode != 0:
        raise LauncherError(f"The translations cannot be compiled:\n{answer.stdout}{answer.stderr}")


def _is_stale(catalogue: Path) -> bool:
    compiled = catalogue.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime_ns < catalogue.stat().st_mtime_ns
