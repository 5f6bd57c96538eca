"""The clients of tools.bench.moves, in a process of their own: keep-alive connections, one request at a time on each.

Reads a LoadPlan from standard input and writes a LoadResult to standard output, both as JSON.
Raw HTTP/1.1 on asyncio: on a machine of two cores a client of more comfort would take what the server needs.
"""

import asyncio
import contextlib
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

# Path, the header that says who calls, body; a GET without one.
Request = tuple[str, str, str]
LONGEST_WAIT_SECONDS = 10.0
# JSON on one line cannot hold it.
LAST_CHUNK = b"0\r\n\r\n"


@dataclass(frozen=True)
class LoadPlan:
    """What to send: a list of requests for each connection, and for how long.

    With `per_second` the requests of all connections together are due at that constant rate, whatever the server does,
    and a request's time runs from the moment it was due. Without, each is sent when the one before it was answered.
    """

    host: str
    port: int
    lanes: list[list[Request]]
    seconds: float
    per_second: float | None = None


@dataclass
class LoadResult:
    """Seconds of each request, how many were answered with each status, and the seconds of the whole."""

    latencies: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    seconds: float = 0.0
    exhausted: bool = False


async def run(plan: LoadPlan) -> LoadResult:
    """Send the plan's requests over one connection a lane until the time is over."""
    outcome = LoadResult()
    started = time.perf_counter()
    lanes = [_lane(plan, index, outcome, started=started) for index in range(len(plan.lanes))]
    await asyncio.gather(*lanes)
    outcome.seconds = time.perf_counter() - started
    return outcome


async def _lane(plan: LoadPlan, index: int, outcome: LoadResult, *, started: float) -> None:
    reader, writer = await asyncio.open_connection(plan.host, plan.port)
    for number, (path, caller, body) in enumerate(plan.lanes[index]):
        sent = due = time.perf_counter()
        if plan.per_second is not None:
            due = started + (number * len(plan.lanes) + index) / plan.per_second
            await asyncio.sleep(max(0.0, due - sent))
        if max(due, sent) - started > plan.seconds:
            break
        writer.write(_request(plan.host, path, caller, body))
        status = await asyncio.wait_for(_status(reader), LONGEST_WAIT_SECONDS)
        outcome.latencies.append(time.perf_counter() - due)
        outcome.statuses[status] += 1
    else:
        outcome.exhausted = True
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


def _request(host: str, path: str, caller: str, body: str) -> bytes:
    head = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", f"Host: {host}", caller, "Accept: application/json"]
    head += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
    return ("\r\n".join(head) + "\r\n\r\n" + body).encode()


async def _status(reader: asyncio.StreamReader) -> int:
    """Read one answer to its end."""
    head = await reader.readuntil(b"\r\n\r\n")
    _before, length, after = head.lower().partition(b"\r\ncontent-length:")
    if length:
        await reader.readexactly(int(after.split(b"\r\n", 1)[0]))
    else:
        await reader.readuntil(LAST_CHUNK)
    return int(head.split(b" ", 2)[1])


def send(plan: LoadPlan) -> LoadResult:
    """Run the plan in a process of its own. Raises CalledProcessError where the server lets a client down."""
    command = [sys.executable, "-m", "tools.bench.load"]
    content, limit = json.dumps(vars(plan)), plan.seconds + 3 * LONGEST_WAIT_SECONDS
    answer = subprocess.run(command, check=True, input=content, stdout=subprocess.PIPE, text=True, timeout=limit)
    found = json.loads(answer.stdout)
    found["statuses"] = Counter({int(status): count for status, count in found["statuses"].items()})
    return LoadResult(**found)


def requests(number: int, authorizations: Sequence[str], moves: Sequence[str]) -> list[Request]:
    """The moves of one game from its beginning, with White's and Black's authorization in turns."""
    path = f"/api/v1/games/{number}/moves/"
    bodies = [json.dumps({"move": move, "ply": ply}) for ply, move in enumerate(moves, start=1)]
    return [(path, f"Authorization: {authorizations[index % 2]}", body) for index, body in enumerate(bodies)]


if __name__ == "__main__":
    json.dump(vars(asyncio.run(run(LoadPlan(**json.load(sys.stdin))))), sys.stdout)
