"""HAProxy with the configuration of deploy/cluster, in front of the web processes and of the primary."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.campaigns.cluster.patroni import DEPLOY, Node
from tests.support.live import WebProcess
from tests.support.pooler import takes_connections
from tests.support.servers import Switch, switched_on
from tools.launcher.processes import Program
from tools.launcher.services import Service


@contextmanager
def haproxy(
    executable: str, scratch: Path, *, http: int, postgres: int, webs: Sequence[WebProcess], nodes: Sequence[Node]
) -> Iterator[Switch]:
    """On, at two ports; the others are those of the servers behind it."""
    text = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
    # Not more than this machine may have open.
    text = text.replace("maxconn 20000", "maxconn 1000")
    text = text.replace("bind :8000", f"bind 127.0.0.1:{http}").replace("bind :5432", f"bind 127.0.0.1:{postgres}")
    for number, web in enumerate(webs, start=1):
        text = text.replace(f" web{number}:8000", f" {web.url.removeprefix('http://')}")
    for number, node in enumerate(nodes, start=1):
        text = text.replace(f" db{number}:5432 port 8008", f" 127.0.0.1:{node.port} port {node.rest}")
    assert not re.findall(r"(?:web|db)\d:\d+", text)
    file = scratch / "haproxy.cfg"
    file.write_text(text)
    program = Program("haproxy", [executable, "-db", "-f", str(file)], dict(os.environ), scratch)
    service = Service(program, prepare=lambda: None, is_ready=lambda _pid: takes_connections(http))
    with switched_on(f"http://127.0.0.1:{http}", service) as switch:
        yield switch
