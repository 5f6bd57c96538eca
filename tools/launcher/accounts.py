"""Which account of the operating system runs PostgreSQL, which refuses to run as root.

Knows nothing of the players' accounts.
"""

import os
import pwd
from dataclasses import dataclass
from pathlib import Path

from tools.launcher.errors import LauncherError

UNPRIVILEGED_NAMES = ("postgres", "nobody")


@dataclass(frozen=True)
class SystemAccount:
    """An account that a process changes to before it starts."""

    name: str
    uid: int
    gid: int


def database_account() -> SystemAccount | None:
    """The account PostgreSQL must change to, or None where it can run as the present user.

    Raises LauncherError where neither of the usual accounts exists, or where the present user has no
    entry in the password database, without which initdb refuses to work.
    """
    if os.geteuid() != 0:
        _require_entry(os.geteuid())
        return None
    for name in UNPRIVILEGED_NAMES:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return SystemAccount(name=entry.pw_name, uid=entry.pw_uid, gid=entry.pw_gid)
    raise LauncherError("PostgreSQL does not run as root, and there is neither a user 'postgres' nor 'nobody'.")


def may_enter(account: SystemAccount | None, directory: Path) -> bool:
    """Whether the account can reach the directory through all of its parents (by mode bits, ignoring ACLs)."""
    if account is None:
        return True
    resolved = directory.resolve()
    return all(_searchable(account, step) for step in (resolved, *resolved.parents))


def hand_over(directory: Path, account: SystemAccount | None) -> None:
    """Give a directory and all it holds to the account, if it belongs to somebody else."""
    if account is None or directory.stat().st_uid == account.uid:
        return
    os.chown(directory, account.uid, account.gid)
    for entry in directory.rglob("*"):
        os.chown(entry, account.uid, account.gid, follow_symlinks=False)


def _searchable(account: SystemAccount, directory: Path) -> bool:
    status = directory.stat()
    if status.st_uid == account.uid:
        return bool(status.st_mode & 0o100)
    if status.st_gid == account.gid:
        return bool(status.st_mode & 0o010)
    return bool(status.st_mode & 0o001)


def _require_entry(uid: int) -> None:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        raise LauncherError(
            f"User id {uid} has no entry in /etc/passwd, and PostgreSQL's initdb needs one. "
            "Give a server by DATABASE_URL, or use an account with a name."
        ) from None
