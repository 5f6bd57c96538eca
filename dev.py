#!/usr/bin/env python3
"""Run, test and check this project on a machine that has nothing but Python: `python3 dev.py --help`.

Makes the virtual environment in .venv from the hashed lock, then hands over to tools.launcher.
Standard library only, and readable for old Pythons as far as the check of the version. Linux and macOS; on Windows
use WSL, or docker-compose.yml.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
LOCK = ROOT / "requirements-dev.txt"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "muehle-lock"
OLDEST = (3, 11)
NEWER_NAMES = ("python3.14", "python3.13", "python3.12", "python3.11")
MESSAGE_LINES = 10


class SetUpError(Exception):
    """The environment could not be made; the message says why, in MESSAGE_LINES lines for each program at most."""


def main(arguments: list[str]) -> int:
    """Set up what is missing, then become the launcher; returns only where that fails."""
    if sys.version_info < OLDEST:
        return use_newer_python(arguments)
    try:
        ensure_environment()
    except SetUpError as error:
        print(f"dev.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; the next start begins again", file=sys.stderr)
        return 130
    os.chdir(ROOT)
    return os.execv(PYTHON, [str(PYTHON), "-m", "tools.launcher", *arguments])


def use_newer_python(arguments: list[str]) -> int:
    """Start again with a Python that is new enough, if there is one on the PATH."""
    for name in NEWER_NAMES:
        found = shutil.which(name)
        # A version manager leaves commands on the PATH for Pythons that are not there.
        if found and subprocess.call([found, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            return os.execv(found, [found, str(Path(__file__).resolve()), *arguments])
    print(f"dev.py: this needs Python 3.{OLDEST[1]} or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
    return 1


def ensure_environment() -> None:
    """Make .venv, or bring it up to date, unless its stamp says that this lock is installed."""
    if not LOCK.exists():
        raise SetUpError(f"there is no {LOCK.name}; take it back from git.")
    with LOCK.open() as lock:
        # Two commands at once: the second waits here, and finds everything done.
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp, found = expected_stamp(), STAMP.read_text(encoding="utf-8") if STAMP.exists() else ""
        if not PYTHON.exists() or found != stamp:
            set_up(stamp, anew=not PYTHON.exists() or origin(found) != origin(stamp))


def set_up(stamp: str, *, anew: bool) -> None:
    """Install the lock, into a new environment or into the one that is there, and leave the stamp."""
    started = time.monotonic()
    print("Setting up .venv from the lock (about half a minute) …", end=" ", flush=True, file=sys.stderr)
    try:
        if anew:
            make_environment()
        install()
    except SetUpError:
        print("failed", file=sys.stderr)
        raise
    STAMP.write_text(stamp, encoding="utf-8")
    print(f"done in {time.monotonic() - started:.0f} s", file=sys.stderr)


def expected_stamp() -> str:
    """What a finished environment is known by: the Python, the place, which its scripts name, and the lock."""
    lock = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    return "\n".join([sys.version.replace("\n", " "), str(VENV), lock])


def origin(stamp: str) -> list[str]:
    """The part of a stamp without which the environment cannot be used at all."""
    return stamp.split("\n")[:2]


def make_environment() -> None:
    """A new virtual environment; one that belongs to another place or another Python goes first."""
    if VENV.is_symlink():
        VENV.unlink()
    elif VENV.exists():
        shutil.rmtree(VENV)
    run(
        [sys.executable, "-m", "venv", str(VENV)],
        hint="This Python cannot make virtual environments; on Debian and Ubuntu: apt install python3-venv.",
    )


def install() -> None:
    """Install the lock with uv, which takes half the time; with pip where uv is not to be had or fails."""
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    try:
        install_uv(pip)
        uv = [str(VENV / "bin" / "uv"), "pip", "sync", "--quiet", "--python", str(PYTHON), *uv_cache()]
        run([*uv, "--compile-bytecode", "--require-hashes", str(LOCK)])
    except SetUpError as uv_failed:
        print(f"\nuv failed ({str(uv_failed).splitlines()[-1]}); installing with pip …", file=sys.stderr, flush=True)
        try:
            run([*pip, "--require-hashes", "-r", str(LOCK)])
        except SetUpError as pip_failed:
            raise SetUpError(f"neither uv nor pip can install the lock.\n{uv_failed}\n{pip_failed}") from None


def install_uv(pip: list[str]) -> None:
    """Install only uv, in the version and with the hashes of the lock."""
    wanted = lock_entry("uv")
    if not wanted:
        raise SetUpError("the lock has no uv")
    with tempfile.TemporaryDirectory() as directory:
        only_uv = Path(directory) / "uv.txt"
        only_uv.write_text(wanted, encoding="utf-8")
        run([*pip, "--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", str(only_uv)])


def lock_entry(name: str) -> str:
    """The lines of one package in the lock; empty where it is not in it."""
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith(name + "==")), None)
    if start is None:
        return ""
    end = start + 1
    while end < len(lines) and lines[end].startswith(" "):
        end += 1
    return "\n".join(line for line in lines[start:end] if not line.strip().startswith("#")) + "\n"


def uv_cache() -> list[str]:
    """Do without a cache where the user has no home to keep one in."""
    home = Path(os.environ.get("UV_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home())
    return [] if os.access(home, os.W_OK) else ["--no-cache"]


def run(command: list[str], *, hint: str = "") -> None:
    """Run a command quietly. Raises SetUpError with the command and the last lines of what it said where it fails."""
    try:
        answer = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except OSError as error:
        raise SetUpError(f"{command[0]} cannot be run: {error.strerror}") from None
    if answer.returncode != 0:
        lines = [*answer.stdout.splitlines(), hint]
        said = [line for line in lines if line.strip() and not line.startswith("WARNING: ")] or lines
        raise SetUpError("\n".join([f"{' '.join(command)} failed:", *said[1 - MESSAGE_LINES :]]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
