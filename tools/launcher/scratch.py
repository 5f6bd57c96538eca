"""The throw-away directory of one start: sockets, copied programs, and the data of tests.

Short on purpose, for the path of a socket may have 107 bytes.
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.launcher.accounts import SystemAccount, may_enter
from tools.launcher.errors import LauncherError

PREFIX = "muehle-"
OWNER = "owner"
SECONDS_TO_TAKE_THE_LOCK = 60.0
LONGEST_SOCKET_PATH = 107
# What is added to the directory's own path: /socket/.s.PGSQL.5432, and the random part of its name.
_ROOM_FOR_NAMES = 50


@contextmanager
def scratch_directory(account: SystemAccount | None) -> Iterator[Path]:
    """A new directory that the account may pass through; removed with all it holds at the end."""
    base = _base(account)
    _remove_forgotten(Path(base))
    directory = Path(tempfile.mkdtemp(prefix=PREFIX, dir=base))
    try:
        directory.chmod(0o711 if account else 0o700)
        with (directory / OWNER).open("w") as owner:
            fcntl.flock(owner, fcntl.LOCK_EX)
            yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _remove_forgotten(base: Path) -> None:
    """Remove the directories of launchers that were killed: their locks are free."""
    for lock in base.glob(f"{PREFIX}*/{OWNER}"):
        with contextlib.suppress(OSError):
            if lock.stat().st_uid == os.geteuid() and time.time() - lock.stat().st_mtime > SECONDS_TO_TAKE_THE_LOCK:
                with lock.open("a") as owner:
                    fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(lock.parent, ignore_errors=True)


def _base(account: SystemAccount | None) -> str:
    for candidate in (tempfile.gettempdir(), "/tmp", "/var/tmp"):
        short_enough = len(candidate) + _ROOM_FOR_NAMES <= LONGEST_SOCKET_PATH
        if short_enough and Path(candidate).is_dir() and may_enter(account, Path(candidate)):
            return candidate
    raise LauncherError("No directory for temporary files that is short enough for a socket's path; set TMPDIR.")
