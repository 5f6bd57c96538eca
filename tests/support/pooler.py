"""A real PgBouncer with the configuration of deploy/, in front of a PostgreSQL of the tests on a socket."""

import os
import re
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.support.servers import Switch, free_port, switched_on, url_of
from tools.launcher import postgres
from tools.launcher.accounts import database_account, hand_over
from tools.launcher.processes import Program
from tools.launcher.scratch import scratch_directory
from tools.launcher.services import Service
from tools.launcher.workspace import ROOT

CONFIGURATION = ROOT / "deploy" / "pgbouncer" / "pgbouncer.ini"
# Set where the tests with PgBouncer must not be skipped.
REQUIRED = "MUEHLE_REQUIRE_PGBOUNCER"


@contextmanager
def pgbouncer(database_url: str, **changed: str) -> Iterator[int]:
    """PgBouncer until the block ends; yields its port. `changed` are settings of its section [pgbouncer]."""
    (socket_folder,) = parse_qs(urlsplit(database_url).query)["host"]
    with switchable_pgbouncer(f"host={socket_folder} port=5432", **changed) as (port, _switch):
        yield port


@contextmanager
def switchable_pgbouncer(place: str, role: str = postgres.SUPERUSER, **changed: str) -> Iterator[tuple[int, Switch]]:
    """The same for a PostgreSQL at a place as PgBouncer names it, host=… port=…; also yields how to end it."""
    executable = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if executable is None:
        assert not os.environ.get(REQUIRED), f"{REQUIRED} is set, but there is no pgbouncer."
        pytest.skip("there is no pgbouncer")
    account, own_port = database_account(), free_port()
    with scratch_directory(account) as scratch:
        file = scratch / "pgbouncer.ini"
        own = {"listen_port": str(own_port), "auth_type": "trust", "auth_file": str(scratch / "users"), **changed}
        file.write_text(_configured(place, own))
        (scratch / "users").write_text(f'"{role}" ""\n')
        hand_over(scratch, account)
        program = Program("pgbouncer", [executable, str(file)], dict(os.environ), Path("/"), account)
        service = Service(program=program, prepare=lambda: None, is_ready=lambda _pid: takes_connections(own_port))
        with switched_on(url_of(own_port, role=role), service) as switch:
            yield own_port, switch


def _configured(place: str, changed: dict[str, str]) -> str:
    text = CONFIGURATION.read_text().replace("host=127.0.0.1 port=5432", place)
    for name, value in changed.items():
        text, count = re.subn(rf"^{name} = .*$", f"{name} = {value}", text, flags=re.MULTILINE)
        assert count == 1, name
    return text


def takes_connections(port: int) -> bool:
    """Whether somebody listens there."""
    with suppress(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    return False
