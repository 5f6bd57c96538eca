"""A PostgreSQL of our own: made, started on a socket, waited for. No TCP port and no passwords.

Only its owner (and root) can open the socket's directory; there is no other protection.
"""

import os
import shutil
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg

from tools.launcher.accounts import SystemAccount, hand_over
from tools.launcher.binaries import PostgresPrograms
from tools.launcher.errors import LauncherError
from tools.launcher.processes import Program, run_as
from tools.launcher.workspace import ROOT

DATABASE = "muehle"
SUPERUSER = "postgres"
# Those of an installation (docs/operations.md, "Roles").
OWNER, SERVER = "muehle_owner", "muehle"
ROLES = ROOT / "deploy" / "postgresql" / "1-roles.sql"
FIRST_MAJOR_WITH_BUILTIN_LOCALE = 17
SECONDS_FOR_THE_LAST_SERVER = 20.0
FAST_AND_FORGETFUL = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")


@dataclass(frozen=True)
class Cluster:
    """One directory of data, with the programs, the account and the socket's directory for it."""

    programs: PostgresPrograms
    account: SystemAccount | None
    data: Path
    socket: Path
    durable: bool
    # More of postgresql.conf, as name=value; these override the others.
    settings: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        """The address of the superuser."""
        return self.url_of(SUPERUSER)

    def url_of(self, role: str) -> str:
        """Address in the form that django-environ reads: a socket's directory goes into the query."""
        return f"postgres://{role}@/{DATABASE}?host={quote(str(self.socket), safe='/')}"


def prepare(cluster: Cluster) -> None:
    """Make the data if there is none yet, and remove what a killed server has left behind."""
    cluster.socket.mkdir(mode=0o700, exist_ok=True)
    cluster.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    for directory in (cluster.socket, cluster.data):
        hand_over(directory, cluster.account)
    if not (cluster.data / "PG_VERSION").exists():
        _create(cluster)
    _require_same_version(cluster)
    clear_stale_lock(cluster.data)


def program(cluster: Cluster) -> Program:
    """The server as a program; SIGINT is PostgreSQL's fast and clean shutdown."""
    settings = ["listen_addresses=", f"unix_socket_directories={cluster.socket}", "max_connections=200"]
    settings += ["timezone=UTC", "log_timezone=UTC", "shared_buffers=128MB"]
    settings += [] if cluster.durable else FAST_AND_FORGETFUL
    settings += cluster.settings
    command = [cluster.programs.postgres, "-D", str(cluster.data)]
    command += [part for setting in settings for part in ("-c", setting)]
    return Program(
        name="postgres",
        command=command,
        environment=_environment(),
        folder=Path("/"),
        account=cluster.account,
        stop_signal=signal.SIGINT,
        grace_seconds=30.0,
    )


def is_ready(cluster: Cluster, *, pid: int) -> bool:
    """Whether the server with this process id takes connections, by its own word in postmaster.pid."""
    lines = _lock_lines(cluster.data)
    return len(lines) > 7 and lines[0] == str(pid) and lines[7].strip() == "ready"


def establish_roles(url: str) -> None:
    """Make the roles of owner and server, if there are none yet; `url` is the address of the superuser."""
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        # In data of former versions the server's role is the only one, and a superuser.
        with psycopg.connect(url.replace(f"//{SUPERUSER}@", f"//{SERVER}@")) as connection:
            connection.execute(f"CREATE ROLE {SUPERUSER} SUPERUSER LOGIN")
    with psycopg.connect(url) as connection:
        connection.execute(ROLES.read_bytes())


def clear_stale_lock(data: Path) -> None:
    """Wait for the last server of this data to end, and remove its lock if it was killed.

    A process id may have gone to another process since; PostgreSQL itself cannot tell and refuses to start.
    Raises LauncherError where the last server is still working.
    """
    lines = _lock_lines(data)
    if not lines:
        return
    pid = int(lines[0])
    until = time.monotonic() + SECONDS_FOR_THE_LAST_SERVER
    while _serves(pid, data):
        if time.monotonic() > until:
            raise LauncherError(f"Another PostgreSQL (process {pid}) is working on {data}. End it first.")
        time.sleep(0.1)
    (data / "postmaster.pid").unlink(missing_ok=True)


def _create(cluster: Cluster) -> None:
    """initdb, then the one database, in single-user mode so that no client program is needed."""
    _empty(cluster.data)
    command = [cluster.programs.initdb, "-D", str(cluster.data), "-U", SUPERUSER, "-A", "trust", "-E", "UTF8"]
    command += ["--no-sync", "--no-instructions", *_locale(cluster.programs.major)]
    _run(cluster, command)
    statement = f'"$0" --single -D "$1" postgres >"$2" 2>&1 <<END\nCREATE DATABASE {DATABASE}\nEND\n'
    log = cluster.data / "create.log"
    _run(cluster, ["/bin/sh", "-c", statement, cluster.programs.postgres, str(cluster.data), str(log)])


def _run(cluster: Cluster, command: list[str]) -> None:
    answer = run_as(cluster.account, command)
    if answer.returncode == 0:
        return
    _empty(cluster.data)
    raise LauncherError(f"PostgreSQL's data could not be made in {cluster.data}:\n{answer.stdout}{answer.stderr}")


def _locale(major: int) -> list[str]:
    """Letters beyond ASCII have capitals too, whatever locales the machine has."""
    if major >= FIRST_MAJOR_WITH_BUILTIN_LOCALE:
        return ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    return ["--locale=C.UTF-8"]


def _require_same_version(cluster: Cluster) -> None:
    found = (cluster.data / "PG_VERSION").read_text().strip()
    if found != str(cluster.programs.major):
        raise LauncherError(
            f"{cluster.data} was made by PostgreSQL {found}, and this is PostgreSQL {cluster.programs.major}. "
            "Dump it with the old version, or delete the directory to start anew."
        )


def _empty(data: Path) -> None:
    """Remove what an interrupted initdb has left: it refuses a directory that holds anything."""
    for entry in data.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def _lock_lines(data: Path) -> list[str]:
    try:
        return (data / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return []


def _serves(pid: int, data: Path) -> bool:
    """Whether this process is a server on this data: PostgreSQL makes its data its working directory."""
    if Path("/proc/self").exists():
        try:
            return Path(f"/proc/{pid}/cwd").resolve(strict=True) == data.resolve()
        except OSError:
            return False
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def _environment() -> dict[str, str]:
    """The caller's environment without PG… variables, which would change what the server does."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return kept | {"LC_ALL": "C"}
