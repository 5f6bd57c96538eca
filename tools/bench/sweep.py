"""The time-out sweep: 10,000 overdue among 1,000,000 ongoing games, beside set-based SQL that writes the same rows.

`dev.py bench sweep`, with --quick for a hundredth of it. Both settle in batches of the same size, in turns, each time
other games. Needs an empty database, and fills it.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

import django
from django.core.management import call_command
from django.db import connection, transaction

from tools.bench.report import milliseconds, percentile, print_table, verdict

GAMES_A_PLAYER = 50
POLLS = 1000
MOST_BATCHES = 1000


@dataclass(frozen=True)
class Size:
    """How many games there are, and how many of them each sweep finds overdue."""

    games: int
    overdue: int
    rounds: int

    @property
    def cohorts(self) -> int:
        return 2 * self.rounds


@dataclass(frozen=True)
class Sweep:
    """One sweep as measured: games settled, seconds, and the memory of this process before and after, in MB."""

    settled: int
    seconds: float
    megabytes_before: float
    megabytes_after: float


def main(arguments: Sequence[str]) -> int:
    """Measure and print; returns 1 where a sweep did not settle exactly what was overdue."""
    size = _size(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    start = datetime.fromisoformat("2030-01-01T00:00:00+00:00")
    print(f"Filling the tables: {size.games:,} ongoing games …", flush=True)
    _fill(size, start=start)
    ours, reference = _sweeps(size, start=start)
    polls = _polls(now=start + timedelta(days=100 * (size.cohorts + 1)))
    _report(size, ours, reference, polls)
    return 0 if all(sweep.settled == size.overdue for sweep in ours + reference) else 1


def _size(arguments: Sequence[str]) -> Size:
    parser = argparse.ArgumentParser(prog="dev.py bench sweep", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the games, a tenth of them overdue")
    parser.add_argument("--rounds", type=int, default=3, help="sweeps of each kind (default: %(default)s)")
    options = parser.parse_args(arguments)
    games, overdue = (100_000, 1_000) if options.quick else (1_000_000, 10_000)
    return Size(games=games, overdue=overdue, rounds=min(options.rounds, 20))


def _fill(size: Size, *, start: datetime) -> None:
    from tools.bench.sweep_sql import FILL

    position, last_move, ply = _middle_of_a_game()
    parameters: dict[str, int | str | datetime] = {
        "games": size.games,
        "players": size.games // GAMES_A_PLAYER,
        "spacing": size.games // size.overdue,
        "cohorts": size.cohorts,
        "start": start,
        "position": position,
        "last_move": last_move,
        "ply": ply,
    }
    with connection.cursor() as cursor:
        for statement in FILL:
            cursor.execute(statement, parameters)
        cursor.execute("VACUUM ANALYZE")


def _middle_of_a_game() -> tuple[str, str, int]:
    from muehle.game import Game

    game, random, move = Game(), Random(24), None
    while game.ply < 24:
        move = random.choice(game.legal_moves())
        game.play(move)
    return game.position.text, str(move), game.ply


def _sweeps(size: Size, *, start: datetime) -> tuple[list[Sweep], list[Sweep]]:
    """Both kinds in turns, on cohort after cohort."""
    from games.play import timeouts

    ours, reference = [], []
    for cohort in range(0, size.cohorts, 2):
        now = start + timedelta(days=100 * (cohort + 1) + 1)
        later = now + timedelta(days=100)
        ours.append(_sweep(partial(timeouts.settle_overdue_games, now=now)))
        reference.append(_sweep(partial(_settle_by_sql, now=later, limit=timeouts.BATCH)))
    return ours, reference


def _sweep(settle: Callable[[], int]) -> Sweep:
    """Call until nothing is left, as the beat task does."""
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")
    before, started, settled = _megabytes(), time.perf_counter(), 0
    for _batch in range(MOST_BATCHES):
        batch = settle()
        settled += batch
        if batch == 0:
            break
    return Sweep(settled, time.perf_counter() - started, before, _megabytes())


def _settle_by_sql(*, now: datetime, limit: int) -> int:
    from tools.bench.sweep_sql import SETTLE

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(SETTLE, {"now": now, "limit": limit})
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def _polls(*, now: datetime) -> list[float]:
    """Seconds of each call with nothing due, right after everything due has been settled."""
    from games.play import timeouts

    seconds = []
    for _poll in range(POLLS):
        started = time.perf_counter()
        timeouts.settle_overdue_games(now=now)
        seconds.append(time.perf_counter() - started)
    return seconds


def _megabytes() -> float:
    """Memory in use by this process (Linux; elsewhere 0)."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if statm.exists() else 0.0


def _report(size: Size, ours: list[Sweep], reference: list[Sweep], polls: list[float]) -> None:
    rows = [_row("timeouts.settle_overdue_games", ours), _row("set-based SQL", reference)]
    print_table(
        f"Settling {size.overdue:,} overdue of {size.games:,} ongoing games ({size.rounds} rounds, median)",
        ["", "seconds", "games/s", "memory before", "after"],
        rows,
    )
    ratio = _median(ours) / _median(reference)
    growth = ours[-1].megabytes_after - ours[0].megabytes_after
    middle, slow = statistics.median(polls), percentile(polls, 0.99)
    print(f"\n  ratio {ratio:.1f} (aim: at most 25): {verdict(ratio, at_most=25)}")
    print(f"  poll with nothing due: p50 {milliseconds(middle)}, p99 {milliseconds(slow)} (aim: below 1 ms): "
          f"{verdict(middle, at_most=0.001)}")  # fmt: skip
    print(f"  memory from the first sweep's end to the last's: {growth:+.1f} MB (aim: flat)")


def _row(name: str, sweeps: list[Sweep]) -> list[str]:
    seconds = _median(sweeps)
    before, after = sweeps[0].megabytes_before, sweeps[-1].megabytes_after
    return [name, f"{seconds:.2f}", f"{sweeps[0].settled / seconds:,.0f}", f"{before:.0f} MB", f"{after:.0f} MB"]


def _median(sweeps: list[Sweep]) -> float:
    return statistics.median(sweep.seconds for sweep in sweeps)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
