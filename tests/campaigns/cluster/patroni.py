"""Two PostgreSQLs that Patroni watches, with the configuration of deploy/cluster."""

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import yaml

from tests.support.servers import Switch, free_port, wait_for
from tools.launcher.accounts import database_account, hand_over
from tools.launcher.processes import Program
from tools.launcher.services import Service
from tools.launcher.workspace import ROOT

DEPLOY = ROOT / "deploy" / "cluster"


class Node(Switch):
    """A machine with Patroni and its PostgreSQL, which end and hang together."""

    def __init__(self, executable: str, folder: Path, etcds: list[str]) -> None:
        account = database_account()
        self.port, self.rest = free_port(), free_port()
        self._data = folder / "data"
        folder.mkdir()
        file = folder / "patroni.yml"
        file.write_text(yaml.safe_dump(_configured(folder, self.port, self.rest, etcds)))
        hand_over(folder, account)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        environment |= {
            "HOME": str(folder),
            "PATRONI_NAME": folder.name,
            "PATRONI_RESTAPI_CONNECT_ADDRESS": f"127.0.0.1:{self.rest}",
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"127.0.0.1:{self.port}",
            "MUEHLE_PASSWORD": "unused",
            "MUEHLE_OWNER_PASSWORD": "unused",
        }
        program = Program(folder.name, [executable, str(file)], environment, folder, account)
        service = Service(program, prepare=lambda: None, is_ready=lambda _pid: self.answers("liveness"))
        super().__init__(f"http://127.0.0.1:{self.rest}", service)

    def answers(self, question: str) -> bool:
        """Whether Patroni says yes: to `primary` and `synchronous`, for example."""
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/{question}", timeout=1).is_success
        return False

    def kill(self) -> None:
        """End both, as the end of their machine would."""
        self.pause()
        for pid in self._pids():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        super().kill()

    def off(self) -> None:
        """The same; the data are not needed any more."""
        if self._process is not None:
            self.kill()

    def _signal_all(self, number: signal.Signals) -> None:
        # Twice: a process may have started another one in between.
        for pid in [*self._pids(), *self._pids()]:
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def _pids(self) -> list[int]:
        """PostgreSQL is no child of Patroni, so that it goes on without it."""
        assert self._process is not None
        heads = [self._process.pid]
        with suppress(FileNotFoundError, IndexError):
            heads.append(int((self._data / "postmaster.pid").read_text().splitlines()[0]))
        return [pid for head in heads for pid in (head, *_descendants(head))]


def _descendants(pid: int) -> Iterator[int]:
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):
            for child in map(int, file.read_text().split()):
                yield child
                yield from _descendants(child)


def _configured(folder: Path, port: int, rest: int, etcds: list[str]) -> dict[str, Any]:
    configuration: dict[str, Any] = yaml.safe_load((DEPLOY / "patroni.yml").read_text(encoding="utf-8"))
    configuration["restapi"]["listen"] = f"127.0.0.1:{rest}"
    configuration["etcd"]["hosts"] = etcds
    # PostgreSQL's account may not be allowed to read the original.
    configuration["bootstrap"]["post_bootstrap"] = shutil.copy(DEPLOY / "create-database", folder)
    configuration["postgresql"] |= {
        "listen": f"127.0.0.1:{port}",
        "data_dir": str(folder / "data"),
        "pg_hba": ["local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
        "parameters": {"unix_socket_directories": str(folder), "shared_buffers": "32MB"},
    }
    return configuration


class Patroni:
    """Both."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes

    def primary(self) -> Node | None:
        """The one that takes writes; None while there is none."""
        return next((node for node in self.nodes if node.answers("primary")), None)

    def are_whole(self) -> bool:
        """Whether there is a primary with a synchronous standby."""
        return self.primary() is not None and any(node.answers("synchronous") for node in self.nodes)


@contextmanager
def two_nodes(executable: str, scratch: Path, etcds: list[str]) -> Iterator[Patroni]:
    """Both on; the second one is a synchronous standby."""
    with ExitStack() as stack:
        nodes = [Node(executable, scratch / name, etcds) for name in ("db1", "db2")]
        patroni = Patroni(nodes)
        for node in nodes:
            stack.callback(node.off)
            node.on()
            wait_for(lambda: patroni.primary() is not None, seconds=120)
        wait_for(patroni.are_whole, seconds=120)
        yield patroni
