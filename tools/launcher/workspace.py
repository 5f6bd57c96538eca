"""The directory .dev/ of a working tree: what `run` keeps between its starts, and who is running now."""

import fcntl
import hashlib
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tools.launcher.accounts import SystemAccount, may_enter
from tools.launcher.errors import LauncherError

ROOT = Path(__file__).resolve().parents[2]
DIRECTORY = ROOT / ".dev"
# Used only by root, when the account of the database cannot enter the working tree.
ELSEWHERE = Path("/var/lib/muehle-dev")


class AlreadyRunning(LauncherError):  # noqa: N818  (a state, not a fault)
    """Another `run` works on this tree; live_environment() is what it wrote for us."""


def directory() -> Path:
    """The directory, made if need be and closed to others. Raises LauncherError where it is not ours to write."""
    DIRECTORY.mkdir(mode=0o711, exist_ok=True)
    if not os.access(DIRECTORY, os.W_OK | os.X_OK):
        raise LauncherError(f"{DIRECTORY} belongs to somebody else. Delete it, or run as the user who made it.")
    return DIRECTORY


def data_directory(account: SystemAccount | None) -> Path:
    """Where the servers' data belong: in .dev/, unless the database's account cannot get there."""
    home = directory()
    if may_enter(account, home):
        return home
    key = hashlib.sha256(str(ROOT).encode()).hexdigest()[:12]
    ELSEWHERE.mkdir(mode=0o711, parents=True, exist_ok=True)
    other = ELSEWHERE / key
    other.mkdir(mode=0o711, exist_ok=True)
    return other


def secret_key() -> str:
    """The secret key of this tree, made at random on first use; only its owner can read the file."""
    path = directory() / "secret-key"
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
    return path.read_text(encoding="utf-8")


def mail_directory() -> Path:
    """Where development's mails arrive, one file each."""
    path = directory() / "mail"
    path.mkdir(mode=0o700, exist_ok=True)
    return path


@contextmanager
def only_one() -> Iterator[None]:
    """Hold this tree's lock. Raises AlreadyRunning if another process holds it; a killed process holds nothing."""
    with (directory() / "lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(_who_runs()) from None
        try:
            yield
        finally:
            (directory() / "live.json").unlink(missing_ok=True)


def publish(settings: Mapping[str, str]) -> None:
    """Write down, for `demo`, `admin` and `manage`, the variables that `run` has set for what runs now.

    Nothing else of its environment: that has the secrets of other programs.
    """
    path = directory() / "live.json"
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump({"pid": os.getpid(), "environment": dict(settings)}, file)


def live_environment() -> dict[str, str]:
    """The variables that the `run` that holds the lock has set; empty where it has not yet started."""
    try:
        live = json.loads((directory() / "live.json").read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return {}
    return dict(live["environment"])


def _who_runs() -> str:
    where = live_environment().get("SITE_URL", "")
    return f"It is running already{f', at {where}' if where else ''}. End that one first (Ctrl-C in its window)."
