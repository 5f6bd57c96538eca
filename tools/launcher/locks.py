"""The locks: made by uv from the .in files beside them, with a checksum, so that each later change of either is found.

A lock pins every package, also those that others require, with the SHA-256 of each of its files. Extras are kept: with
`--require-hashes`, pip refuses `coverage[toml]` if the lock has only `coverage` and the index a newer one.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from uv import find_uv_bin

from tools.launcher.errors import LauncherError

# Without the suffix, in the order in which one restricts the next.
LOCKS = ("requirements", "requirements-dev", "tools/bench/mutation/requirements", "tools/tables/requirements")
COMPILE = (
    *("--universal", "--python-version", "3.11", "--generate-hashes", "--no-strip-extras"),
    *("--no-header", "--no-emit-index-url", "--no-emit-find-links", "--quiet", "--python", sys.executable),
)
CHECKSUM = "# Made by `python3 dev.py lock`; sha256 of the .in file and all below: "
# A line, joined with those that continue it, as pip installs it with hashes.
LOCKED = re.compile(r"[a-z0-9-]+(\[[a-z0-9, -]+\])?==\S+( ; [^\\]+?)?( --hash=sha256:[0-9a-f]{64})+")
MESSAGE_LINES = 10


def renew(root: Path, arguments: Sequence[str] = ()) -> None:
    """Write all locks below a directory; pins stay unless the arguments of `uv pip compile` say otherwise.

    Raises LauncherError with what uv said, or with what pip could not install, and changes nothing then.
    """
    with tempfile.TemporaryDirectory() as directory:
        made = Path(directory)
        for lock in LOCKS:
            (made / lock).parent.mkdir(parents=True, exist_ok=True)
            (made / f"{lock}.in").write_text(_read(root / f"{lock}.in"), encoding="utf-8")
            (made / f"{lock}.txt").write_text(_pins(root / f"{lock}.txt"), encoding="utf-8")
        for lock in LOCKS:
            _run_uv(made, "pip", "compile", f"{lock}.in", "--output-file", f"{lock}.txt", *COMPILE, *arguments)
        texts = {lock: _read(made / f"{lock}.txt") for lock in LOCKS}
    if faults := [fault for lock, text in texts.items() for fault in _not_installable(lock, text)]:
        raise LauncherError("\n".join(faults))
    for lock, text in texts.items():
        (root / f"{lock}.txt").write_text(f"{CHECKSUM}{_checksum(root, lock, text)}\n{text}", encoding="utf-8")


def find_faults(root: Path) -> list[str]:
    """A line for each thing that is wrong with the locks below a directory. Needs no network.

    Raises LauncherError if a file cannot be read.
    """
    faults = []
    for lock in LOCKS:
        first, _newline, text = _read(root / f"{lock}.txt").partition("\n")
        if first != f"{CHECKSUM}{_checksum(root, lock, text)}":
            faults.append(f"{lock}.txt or {lock}.in has changed since the lock was made")
        faults += _not_installable(lock, text)
    return faults


def install(root: Path, lock: str, python: Path) -> None:
    """Install a lock into the environment of another Python; raises LauncherError with what uv said."""
    _run_uv(root, "pip", "install", "--quiet", "--require-hashes", "--python", str(python), "-r", f"{lock}.txt")


def _checksum(root: Path, lock: str, text: str) -> str:
    return hashlib.sha256((_read(root / f"{lock}.in") + text).encode()).hexdigest()


def _not_installable(lock: str, text: str) -> Iterator[str]:
    for line in _lines(text):
        if not LOCKED.fullmatch(line):
            yield f"{lock}.txt: pip cannot install this with hashes: {line[:100]}"


def _lines(text: str) -> list[str]:
    """The requirements of a lock, each with its hashes in one line."""
    without_comments = re.sub(r"^ *#.*\n?", "", text, flags=re.MULTILINE)
    return [line for line in re.sub(r" \\\n +", " ", without_comments).splitlines() if line.strip()]


def _pins(lock: Path) -> str:
    """What uv keeps of a lock that is there; it takes the hashes from the index."""
    lines = _lines(_read(lock)) if lock.exists() else []
    return "\n".join(line.partition(" --hash=")[0] for line in lines if LOCKED.fullmatch(line))


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LauncherError(f"{file} cannot be read: {error}") from None


def _run_uv(directory: Path, *arguments: str) -> None:
    command = [find_uv_bin(), *arguments]
    answer = subprocess.run(command, check=False, cwd=directory, capture_output=True, text=True)
    if answer.returncode != 0:
        said = answer.stderr.strip().splitlines()[-MESSAGE_LINES:]
        raise LauncherError("\n".join([f"uv {' '.join(arguments[:3])} failed:", *said]))
