"""`POST move` under load, beside the least that a move could cost: the bare SQL by pgbench, and a minimal DRF view.

`dev.py bench moves`, with --quick for one short round. Eight clients play whole games at random over HTTP, in a process
of their own; the three are measured in turns, in the same run and on the same PostgreSQL, with fsync. Then both servers
are measured with 2 and 4 processes, at a steady rate, and ours with the reads that come most (tools.bench.reads).
Processor time is that of the web server alone.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connection

from tools.bench import pgbench, servers
from tools.bench.load import LoadPlan, LoadResult, Request, requests, send
from tools.bench.processor import processor_seconds
from tools.bench.report import milliseconds, percentile, print_table, verdict
from tools.bench.servers import Served

CLIENTS = 8
STEADY_PER_SECOND = 60.0
WARM_UP_SECONDS = 2.0
# So many games are prepared that no lane runs out of moves, though some are faster than others. A random game has
# about 80 half-moves.
FASTEST_PER_SECOND, PLIES_A_GAME = 2000, 70
OK, CREATED = 200, 201
# Beside one.
PROCESSES = (2, 4)


@dataclass(frozen=True)
class Length:
    """Rounds, and seconds of each measurement in a round and of the steady one."""

    rounds: int
    seconds: int
    steady_seconds: int
    read_seconds: int

    def games(self) -> int:
        """How many games a server needs for everything that is measured on it."""
        seconds = WARM_UP_SECONDS + (self.rounds + len(PROCESSES)) * self.seconds
        seconds += (1 + len(PROCESSES)) * WARM_UP_SECONDS + self.steady_seconds * STEADY_PER_SECOND / FASTEST_PER_SECOND
        lanes_handed_out = 2 + self.rounds + 2 * len(PROCESSES)
        return CLIENTS * (2 + lanes_handed_out + int(seconds * FASTEST_PER_SECOND / PLIES_A_GAME / CLIENTS))


@dataclass
class Contender:
    """One of the three, and what was measured on it."""

    name: str
    queries: str
    per_second: list[float] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    # Milliseconds of processor time a request.
    processor: list[float] = field(default_factory=list)

    def add(self, outcome: LoadResult, processor: float, *, status: int = CREATED) -> None:
        """Take in a round. Raises RuntimeError where a request was refused or the games ran out."""
        if set(outcome.statuses) != {status} or outcome.exhausted:
            raise RuntimeError(f"{self.name}: statuses {dict(outcome.statuses)}, exhausted: {outcome.exhausted}")
        self.per_second.append(len(outcome.latencies) / outcome.seconds)
        self.latencies += outcome.latencies
        self.processor.append(processor)

    @property
    def rate(self) -> float:
        return statistics.median(self.per_second)

    @property
    def milliseconds(self) -> float:
        return statistics.median(self.processor)

    def percentile(self, share: float) -> str:
        return milliseconds(percentile(self.latencies, share))


class Deck:
    """Games in progress on one server, handed out so that no move is sent twice."""

    def __init__(self, games: Sequence[tuple[int, str, str]], playouts: Sequence[Sequence[str]], scheme: str) -> None:
        self._left = [
            requests(number, (f"{scheme} {white}", f"{scheme} {black}"), moves)
            for (number, white, black), moves in zip(games, playouts, strict=True)
        ]

    def lanes(self, *, moves: float) -> list[list[Request]]:
        """A list for each client of at least its share of that many moves, in whole games one after another."""
        return [self._lane(moves / CLIENTS) for _client in range(CLIENTS)]

    def _lane(self, moves: float) -> list[Request]:
        lane: list[Request] = []
        while len(lane) <= moves:
            lane += self._left.pop()
        return lane


Decks = tuple[Deck, Deck]


def main(arguments: Sequence[str]) -> int:
    """Measure and print; raises where any move was refused."""
    length = _length(arguments)
    with tempfile.TemporaryDirectory() as directory:
        os.environ["STATIC_ROOT"] = f"{directory}/static"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        # The home page is among the reads, and names its files.
        call_command("collectstatic", interactive=False, verbosity=0)
        _measure(length, log=Path(directory) / "web.log")
    return 0


def _measure(length: Length, *, log: Path) -> None:
    try:
        with servers.both(log) as (real, minimal):
            print(f"Preparing {2 * length.games()} games …", flush=True)
            decks = _decks(length)
            contenders = _rounds(length, real, minimal, decks)
            steady = [_steady(length, served, deck) for served, deck in zip((real, minimal), decks, strict=True)]
            read = _reads(length, real)
        several = {count: _with_processes(length, count, decks, log=log) for count in PROCESSES}
    finally:
        print(log.read_text()[-4000:], end="")
    _report(length, contenders)
    _report_steady(length, *steady)
    _report_processes({1: contenders[1:], **several})
    _report_reads(read)


def _length(arguments: Sequence[str]) -> Length:
    parser = argparse.ArgumentParser(prog="dev.py bench moves", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round")
    quick = parser.parse_args(arguments).quick
    return Length(1, 3, 5, 2) if quick else Length(rounds=5, seconds=6, steady_seconds=30, read_seconds=6)


def _decks(length: Length) -> Decks:
    """The same playouts for the real server and for the minimal one."""
    from tools.bench.playouts import begun_games, playouts

    moves = playouts(length.games(), seed=9)
    command = [sys.executable, "-m", "tools.bench.minimal.prepare", str(length.games())]
    prepared = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=300)
    ours = begun_games(length.games(), prefix="player")
    return Deck(ours, moves, "Bearer"), Deck(json.loads(prepared.stdout), moves, "Token")


def _rounds(length: Length, real: Served, minimal: Served, decks: Decks) -> list[Contender]:
    bare = Contender("(a) the bare SQL, by pgbench", str(pgbench.STATEMENTS))
    drf = Contender("(b) a minimal DRF view", "6")
    ours = Contender("POST /api/v1/games/…/moves/", _queries())
    _warm_up(real, minimal, decks)
    for _round in range(length.rounds):
        _add_pgbench(bare, length)
        drf.add(*_send(minimal, decks[1], seconds=length.seconds))
        ours.add(*_send(real, decks[0], seconds=length.seconds))
    return [bare, drf, ours]


def _warm_up(real: Served, minimal: Served, decks: Decks) -> None:
    for served, deck in ((real, decks[0]), (minimal, decks[1])):
        _send(served, deck, seconds=WARM_UP_SECONDS)


def _with_processes(length: Length, count: int, decks: Decks, *, log: Path) -> list[Contender]:
    """Both servers with so many processes, in one round."""
    drf, ours = Contender("(b)", ""), Contender("POST move", "")
    with servers.both(log, processes=count) as (real, minimal):
        _warm_up(real, minimal, decks)
        drf.add(*_send(minimal, decks[1], seconds=length.seconds))
        ours.add(*_send(real, decks[0], seconds=length.seconds))
    return [drf, ours]


def _steady(length: Length, served: Served, deck: Deck) -> Contender:
    contender = Contender("", "")
    contender.add(*_send(served, deck, seconds=length.steady_seconds, per_second=STEADY_PER_SECOND))
    return contender


def _reads(length: Length, real: Served) -> list[tuple[Contender, float]]:
    """What was measured of each kind of read, with its budget."""
    from tools.bench.reads import reads

    return [(_read(read.name, read.requests, real, seconds=length.read_seconds), read.budget) for read in reads()]


def _read(name: str, wanted: list[Request], real: Served, *, seconds: float) -> Contender:
    contender = Contender(name, "")
    times = 2 + int(seconds * FASTEST_PER_SECOND / CLIENTS / len(wanted))
    lanes = [wanted[client:] + wanted * times for client in range(CLIENTS)]
    _sent(real, LoadPlan(real.address.host, real.address.port, lanes, 1))
    contender.add(*_sent(real, LoadPlan(real.address.host, real.address.port, lanes, seconds)), status=OK)
    return contender


def _add_pgbench(contender: Contender, length: Length) -> None:
    executable = pgbench.program()
    if executable is None:
        contender.name = "(a) not measured: no pgbench found"
        return
    result = pgbench.run(executable, games=length.games(), clients=CLIENTS, seconds=length.seconds)
    contender.per_second.append(result.per_second)
    contender.latencies += result.latencies


def _send(served: Served, deck: Deck, *, seconds: float, per_second: float | None = None) -> tuple[LoadResult, float]:
    lanes = deck.lanes(moves=seconds * (per_second or FASTEST_PER_SECOND))
    return _sent(served, LoadPlan(served.address.host, served.address.port, lanes, seconds, per_second))


def _sent(served: Served, plan: LoadPlan) -> tuple[LoadResult, float]:
    """What came of the plan, with the milliseconds of processor time that the server took for a request."""
    before = processor_seconds(served.pid)
    outcome = send(plan)
    return outcome, (processor_seconds(served.pid) - before) / max(1, len(outcome.latencies)) * 1000


def _queries() -> str:
    """Statements of each move of a whole game, BEGIN and COMMIT among them: the usual number, and the highest."""
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tools.bench.playouts import begun_games, playouts

    [(number, *tokens)], [moves] = begun_games(1, prefix="counted"), playouts(1, seed=2)
    client, counts = Client(headers={"host": "localhost"}), []
    for path, caller, body in requests(number, tuple(f"Bearer {token}" for token in tokens), moves):
        with CaptureQueriesContext(connection) as queries:
            headers = {"authorization": caller.partition(": ")[2]}
            answer = client.post(path, body, content_type="application/json", headers=headers)
        assert answer.status_code == CREATED, answer.content
        counts.append(len(queries))
    return f"{statistics.mode(counts)} (at most {max(counts)})"


def _report(length: Length, contenders: list[Contender]) -> None:
    bare, drf, ours = contenders
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('fsync'), current_setting('synchronous_commit'), version()")
        fsync, commit, version = cursor.fetchone() or ("", "", "")
    print_table(
        f"{CLIENTS} clients, {length.rounds} rounds of {length.seconds} s in turns, median of the rounds; "
        f"{version.partition(' on ')[0]}, fsync {fsync}, synchronous_commit {commit}",
        ["", "requests/s", "p50", "p99", "processor a request", "queries", "of (a)", "of (b)"],
        [_row(contender, bare, drf) for contender in contenders if contender.per_second],
    )
    share = ours.rate / drf.rate
    print(f"\n  {share:.2f} × (b) (aim: at least 0.95): {verdict(share, at_least=0.95)}; "
          f"{ours.milliseconds / drf.milliseconds:.2f} × its processor time")  # fmt: skip


def _report_steady(length: Length, ours: Contender, drf: Contender) -> None:
    print_table(
        f"At a steady {STEADY_PER_SECOND:.0f} requests/s for {length.steady_seconds} s, from the moment each was due",
        ["", "p50", "p99", "processor a request"],
        [
            [name, each.percentile(0.5), each.percentile(0.99), f"{each.milliseconds:.2f} ms"]
            for name, each in (("(b)", drf), ("POST move", ours))
        ],
    )
    share = percentile(ours.latencies, 0.99) / percentile(drf.latencies, 0.99)
    print(f"\n  p99 is {share:.2f} × that of (b) (aim: at most 1.5): {verdict(share, at_most=1.5)}")


def _report_processes(measured: dict[int, list[Contender]]) -> None:
    print_table(
        "With several processes, one round each",
        ["processes", "(b) requests/s", "POST move requests/s", "of (b)", "processor: (b)", "POST move"],
        [
            [count, *(f"{each.rate:,.0f}" for each in both), f"{both[1].rate / both[0].rate:.2f}",
             *(f"{each.milliseconds:.2f} ms" for each in both)]
            for count, both in measured.items()
        ],
    )  # fmt: skip


def _report_reads(measured: list[tuple[Contender, float]]) -> None:
    print_table(
        f"Reads, {CLIENTS} clients, one process",
        ["", "requests/s", "p50", "p99", "processor a request", "budget", ""],
        [
            [each.name, f"{each.rate:,.0f}", each.percentile(0.5), each.percentile(0.99), f"{each.milliseconds:.2f} ms",
             f"{budget:.0f} ms", verdict(each.milliseconds, at_most=budget)]
            for each, budget in measured
        ],
    )  # fmt: skip


def _row(contender: Contender, bare: Contender, drf: Contender) -> list[str]:
    of_bare = f"{contender.rate / bare.rate:.2f}" if bare.per_second else "–"
    return [
        contender.name,
        f"{contender.rate:,.0f}",
        contender.percentile(0.5),
        contender.percentile(0.99),
        f"{contender.milliseconds:.2f} ms" if contender.processor else "–",
        contender.queries,
        of_bare,
        f"{contender.rate / drf.rate:.2f}",
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
