"""`POST move` under load, beside the least that a move could cost: the bare SQL by pgbench, and a minimal DRF view.

`dev.py bench moves`, with --quick for one short round. Eight clients play whole games at random over HTTP, in a process
of their own; the three are measured in turns, in the same run and on the same PostgreSQL, with fsync.
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
from tools.bench.report import milliseconds, percentile, print_table, verdict
from tools.launcher.web import Address

CLIENTS = 8
STEADY_PER_SECOND = 60.0
WARM_UP_SECONDS = 2.0
# So many games are prepared that nothing slower than this runs out of moves; a random game has about 80 half-moves.
FASTEST_PER_SECOND, PLIES_A_GAME = 1500, 70
CREATED = 201


@dataclass(frozen=True)
class Length:
    """Rounds, and seconds of each measurement in a round and of the steady one."""

    rounds: int
    seconds: int
    steady_seconds: int

    def games(self) -> int:
        """How many games a server needs for everything that is measured on it."""
        seconds = WARM_UP_SECONDS + self.rounds * self.seconds + self.steady_seconds
        return CLIENTS * (2 + self.rounds + int(seconds * FASTEST_PER_SECOND / PLIES_A_GAME / CLIENTS))


@dataclass
class Contender:
    """One of the three, and what was measured on it."""

    name: str
    queries: str
    per_second: list[float] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)

    def add(self, outcome: LoadResult) -> None:
        """Take in a round. Raises RuntimeError where a request was refused or the games ran out."""
        if set(outcome.statuses) != {CREATED} or outcome.exhausted:
            raise RuntimeError(f"{self.name}: statuses {dict(outcome.statuses)}, exhausted: {outcome.exhausted}")
        self.per_second.append(len(outcome.latencies) / outcome.seconds)
        self.latencies += outcome.latencies

    @property
    def rate(self) -> float:
        return statistics.median(self.per_second)


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


def main(arguments: Sequence[str]) -> int:
    """Measure and print; raises where any move was refused."""
    length = _length(arguments)
    with tempfile.TemporaryDirectory() as directory:
        # An empty one: static files are none of our business, but a missing directory is warned of.
        os.environ["STATIC_ROOT"] = directory
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        _measure(length, log=Path(directory) / "web.log")
    return 0


def _measure(length: Length, *, log: Path) -> None:
    try:
        with servers.both(log) as (real, minimal):
            print(f"Preparing {2 * length.games()} games …", flush=True)
            decks = _decks(length)
            contenders = _rounds(length, real, minimal, decks)
            steady = _send(real, decks[0], seconds=length.steady_seconds, per_second=STEADY_PER_SECOND)
    finally:
        print(log.read_text()[-4000:], end="")
    _report(length, contenders, steady)


def _length(arguments: Sequence[str]) -> Length:
    parser = argparse.ArgumentParser(prog="dev.py bench moves", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round")
    quick = parser.parse_args(arguments).quick
    return Length(rounds=1, seconds=3, steady_seconds=5) if quick else Length(rounds=5, seconds=6, steady_seconds=30)


def _decks(length: Length) -> tuple[Deck, Deck]:
    """The same playouts for the real server and for the minimal one."""
    from tools.bench.playouts import begun_games, playouts

    moves = playouts(length.games(), seed=9)
    command = [sys.executable, "-m", "tools.bench.minimal.prepare", str(length.games())]
    prepared = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=300)
    ours = begun_games(length.games(), prefix="player")
    return Deck(ours, moves, "Bearer"), Deck(json.loads(prepared.stdout), moves, "Token")


def _rounds(length: Length, real: Address, minimal: Address, decks: tuple[Deck, Deck]) -> list[Contender]:
    bare = Contender("(a) the bare SQL, by pgbench", str(pgbench.STATEMENTS))
    drf = Contender("(b) a minimal DRF view", "6")
    ours = Contender("POST /api/v1/games/…/moves/", _queries())
    for address, deck in ((real, decks[0]), (minimal, decks[1])):
        _send(address, deck, seconds=WARM_UP_SECONDS)
    for _round in range(length.rounds):
        _add_pgbench(bare, length)
        drf.add(_send(minimal, decks[1], seconds=length.seconds))
        ours.add(_send(real, decks[0], seconds=length.seconds))
    return [bare, drf, ours]


def _add_pgbench(contender: Contender, length: Length) -> None:
    executable = pgbench.program()
    if executable is None:
        contender.name = "(a) not measured: no pgbench found"
        return
    result = pgbench.run(executable, games=length.games(), clients=CLIENTS, seconds=length.seconds)
    contender.per_second.append(result.per_second)
    contender.latencies += result.latencies


def _send(address: Address, deck: Deck, *, seconds: float, per_second: float | None = None) -> LoadResult:
    lanes = deck.lanes(moves=seconds * (per_second or FASTEST_PER_SECOND))
    return send(LoadPlan(address.host, address.port, lanes, seconds, per_second))


def _queries() -> str:
    """Statements of each move of a whole game, BEGIN and COMMIT among them: the usual number, and the highest."""
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tools.bench.playouts import begun_games, playouts

    [(number, *tokens)], [moves] = begun_games(1, prefix="counted"), playouts(1, seed=2)
    client, counts = Client(headers={"host": "localhost"}), []
    for path, token, body in requests(number, tuple(f"Bearer {token}" for token in tokens), moves):
        with CaptureQueriesContext(connection) as queries:
            headers = {"authorization": token}
            answer = client.post(path, body, content_type="application/json", headers=headers)
        assert answer.status_code == CREATED, answer.content
        counts.append(len(queries))
    return f"{statistics.mode(counts)} (at most {max(counts)})"


def _report(length: Length, contenders: list[Contender], steady: LoadResult) -> None:
    bare, drf, ours = contenders
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('fsync'), current_setting('synchronous_commit'), version()")
        fsync, commit, version = cursor.fetchone() or ("", "", "")
    print_table(
        f"{CLIENTS} clients, {length.rounds} rounds of {length.seconds} s in turns, median of the rounds; "
        f"{version.partition(' on ')[0]}, fsync {fsync}, synchronous_commit {commit}",
        ["", "requests/s", "p50", "p99", "queries", "of (a)", "of (b)"],
        [_row(contender, bare, drf) for contender in contenders if contender.per_second],
    )
    share = ours.rate / drf.rate
    slow = percentile(steady.latencies, 0.99)
    print(f"\n  {share:.2f} × (b) (aim: at least 0.6, then 1): {verdict(share, at_least=1)}")
    print(f"  steady {STEADY_PER_SECOND:.0f} moves/s for {length.steady_seconds} s, from the moment each was due:")
    print(f"  p50 {milliseconds(percentile(steady.latencies, 0.5))}, p99 {milliseconds(slow)} (aim: at most 25 ms): "
          f"{verdict(slow, at_most=0.025)}, statuses {dict(steady.statuses)}")  # fmt: skip


def _row(contender: Contender, bare: Contender, drf: Contender) -> list[str]:
    of_bare = f"{contender.rate / bare.rate:.2f}" if bare.per_second else "–"
    return [
        contender.name,
        f"{contender.rate:,.0f}",
        milliseconds(percentile(contender.latencies, 0.5)),
        milliseconds(percentile(contender.latencies, 0.99)),
        contender.queries,
        of_bare,
        f"{contender.rate / drf.rate:.2f}",
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
