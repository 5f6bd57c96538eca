"""What idle streams cost a web process, beside the least that an idle stream can cost: memory, processor, connections.

`dev.py bench streams`, with --quick for fewer and shorter ones. Each stream is an authenticated user's own log as
server-sent events, over a connection of its own; nothing happens in it but the sign of life every seven seconds.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connection

from tools.bench.processor import processor_seconds
from tools.bench.report import print_table, verdict
from tools.bench.servers import OURS, Served, serving

PATH = "/api/v1/events/"
USERS = 40
START_SECONDS = 60
OPENED_AT_ONCE = 50
MOST_KILOBYTES = 40.0


@dataclass(frozen=True)
class Cost:
    """Of one web process: kilobytes a stream, seconds of processor a second while idle, and what it holds."""

    name: str
    kilobytes: float
    processor: float
    threads: int
    connections: int


def main(arguments: Sequence[str]) -> int:
    """Measure and print; raises where a stream is refused or ends."""
    parser = argparse.ArgumentParser(prog="dev.py bench streams", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="200 streams, ten seconds")
    quick = parser.parse_args(arguments).quick
    streams, seconds = (200, 10) if quick else (2000, 60)
    with tempfile.TemporaryDirectory() as directory:
        os.environ |= {"STATIC_ROOT": directory, "PROCESS_NAME": "bench-streams", "RATE_GUEST": "1000000/minute"}
        os.environ |= {"STREAMS_PER_CALLER": "5000", "STREAMS_PER_ADDRESS": "5000"}
        os.environ |= {"RATE_USER": "1000000/minute", "RATE_TOKEN": "1000000/minute"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        log = Path(directory) / "web.log"
        ours = _cost("event streams of users", OURS, log, streams=streams, seconds=seconds)
        least = _cost("an ASGI function", "tools.bench.minimal.idle:application", log, streams=streams, seconds=seconds)
        print(log.read_text()[-4000:], end="")
    _report(ours, least, streams=streams, seconds=seconds)
    return 0


def _cost(name: str, application: str, log: Path, *, streams: int, seconds: int) -> Cost:
    with serving(log, application=application) as served:
        return asyncio.run(_measured(name, served, _tokens(), streams=streams, seconds=seconds))


async def _measured(name: str, served: Served, tokens: Sequence[str], *, streams: int, seconds: int) -> Cost:
    # The first ones make the process load what it needs, and are not counted.
    opened = [await _open(served, tokens[0]) for _stream in range(10)]
    await asyncio.sleep(2)
    before = _kilobytes(served.pid)
    for first in range(0, streams, OPENED_AT_ONCE):
        opened += await asyncio.gather(
            *(_open(served, tokens[index % len(tokens)]) for index in range(first, first + OPENED_AT_ONCE))
        )
    await asyncio.sleep(5)
    used, connections = processor_seconds(served.pid), list[int]()
    for _second in range(seconds):
        await asyncio.sleep(1)
        connections.append(await asyncio.to_thread(_connections_in_use))
    processor = (processor_seconds(served.pid) - used) / seconds
    assert not any(reader.at_eof() for reader, _writer in opened), "a stream has ended"
    kilobytes = (_kilobytes(served.pid) - before) / streams
    for _reader, writer in opened:
        writer.close()
    return Cost(name, kilobytes, processor, _threads(served.pid), max(connections))


async def _open(served: Served, token: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """An open stream whose first bytes have come. Raises RuntimeError where it is refused."""
    async with asyncio.timeout(START_SECONDS):
        reader, writer = await asyncio.open_connection(served.address.host, served.address.port, limit=4096)
        head = [f"GET {PATH} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}"]
        writer.write(("\r\n".join([*head, "Accept: text/event-stream"]) + "\r\n\r\n").encode())
        status = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in status:
            raise RuntimeError(status.decode())
    asyncio.get_running_loop().create_task(_drain(reader))
    return reader, writer


async def _drain(reader: asyncio.StreamReader) -> None:
    while await reader.read(4096):
        pass


def _tokens() -> list[str]:
    from accounts.models.tokens import AccessToken
    from accounts.models.users import User
    from games.core.scopes import GAME_READ

    users = [User.objects.get_or_create(username=f"listener{index}")[0] for index in range(USERS)]
    return [AccessToken.issue(user=user, description="bench", scopes=[GAME_READ.name])[1] for user in users]


def _connections_in_use() -> int:
    """Connections of the process to the database that do something or hold a transaction open."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE application_name = 'bench-streams' AND state <> 'idle' AND pid <> pg_backend_pid()"
        )
        return int((cursor.fetchone() or [0])[0])


def _kilobytes(pid: int) -> int:
    return int(_status(pid, "VmRSS").split()[0])


def _threads(pid: int) -> int:
    return int(_status(pid, "Threads"))


def _status(pid: int, name: str) -> str:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(line.partition(":")[2].strip() for line in lines if line.startswith(f"{name}:"))


def _report(ours: Cost, least: Cost, *, streams: int, seconds: int) -> None:
    print_table(
        f"{streams} idle streams on one web process, watched for {seconds} s",
        ["", "memory a stream", "processor", "threads", "connections in use"],
        [[cost.name, f"{cost.kilobytes:.1f} kB", f"{cost.processor:.1%}", cost.threads, cost.connections]
         for cost in (ours, least)],
    )  # fmt: skip
    print(f"\n  memory: {ours.kilobytes / least.kilobytes:.1f} × the least; processor: "
          f"{ours.processor / max(least.processor, 0.001):.1f} × the least")  # fmt: skip
    print(f"  at most {MOST_KILOBYTES:.0f} kB a stream: {verdict(ours.kilobytes, at_most=MOST_KILOBYTES)}; "
          f"no connection held: {verdict(ours.connections, at_most=0)}")  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
