"""`tables`: build the tables of the solved game, with NumPy and numba in an environment of their own."""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.launcher import locks, workspace
from tools.launcher.errors import LauncherError
from tools.launcher.workspace import ROOT

LOCK = "tools/tables/requirements"
STONES = 12


def main(arguments: Sequence[str]) -> int:
    """Build into .dev/tables, or into --directory; what is there already is kept."""
    parser = argparse.ArgumentParser(prog="dev.py tables", description=__doc__)
    parser.add_argument("--all", action="store_true", help=f"the whole game, not only {STONES} stones at most")
    parser.add_argument("--family", choices=("a", "b", "c", "all"), default="all", help="the rules (default: all)")
    parser.add_argument("--directory", type=Path, default=workspace.directory() / "tables", help="default: %(default)s")
    options = parser.parse_args(arguments)
    stones = [] if options.all else ["--stones", str(STONES)]
    where = ["--directory", str(options.directory.absolute())]
    command = [str(python()), "-m", "muehle_tables", "build", "--family", options.family, *stones, *where]
    return subprocess.run(command, check=False, cwd=ROOT).returncode


def python() -> Path:
    """The Python of the environment with NumPy and numba, made if need be from the lock."""
    environment = workspace.directory() / "tables-environment"
    stamp, executable = environment / "lock", environment / "bin" / "python"
    lock = (ROOT / f"{LOCK}.txt").read_text(encoding="utf-8")
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != lock:
        print("Installing NumPy and numba (about 200 MB) …", flush=True)
        made = [sys.executable, "-m", "venv", "--without-pip", "--clear", str(environment)]
        if subprocess.run(made, check=False, stdout=subprocess.DEVNULL).returncode != 0:
            raise LauncherError(f"{environment} could not be made.")
        locks.install(ROOT, LOCK, executable)
        stamp.write_text(lock, encoding="utf-8")
    return executable
