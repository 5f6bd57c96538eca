"""Pages, GET operations and periodic tasks with years of games in the tables: time, statements, and what they read.

`dev.py bench history` builds 100,000 games, a quarter of which go on, with their moves, events and notifications;
`--games 1000000` builds ten times as many. Everything is then asked for by a guest, by a player with 5,200 games (or a
twentieth of all), and by one with a few. Fails where a statement reads more than ten rows of a large table for each one
that it returns, and more than 200; or, for a count, more than 10,000. Needs an empty database, and fills it.
"""

import argparse
import json
import logging
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

import django
from django.core.management import call_command
from django.db import connection

from tools.bench.plans import Plan
from tools.bench.report import milliseconds, print_table

DIFFERENT_WAYS, LONGEST = 50, 24
MOST_OF_HEAVY = 5_200
# Who may not read something, or what is only written to, is left out of the table.
NOT_ANSWERED = (400, 401, 403, 404, 405)
# Lists that may read more: a player's disputes are found by way of all games of the player.
BY_OWN_GAMES = ("/disputes/", "/api/v1/disputes/")
# And those whose rows are looked through in their order, until the filter has let a page of them pass.
FILTERED = ("/players/?", "/api/v1/players/?", "/ratings/?country=")


@dataclass(frozen=True)
class Measured:
    """One call: who and what, the status or task, seconds without plans, and the plans."""

    caller: str
    name: str
    status: int
    seconds: float
    plans: Sequence[Plan]

    @property
    def too_much(self) -> list[Plan]:
        """The plans that read far more than they return."""
        is_known = self.name.split("?")[0] in BY_OWN_GAMES or self.name.startswith(FILTERED)
        return [] if is_known else [plan for plan in self.plans if plan.reads_too_much]

    @property
    def worst(self) -> Plan | None:
        return max(self.plans, key=lambda plan: plan.rows_read / max(plan.rows_returned, 1), default=None)


def main(arguments: Sequence[str]) -> int:
    """Fill, measure and print; returns 1 where a statement reads too much, or a call fails."""
    options = _options(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
    os.environ |= {"RATE_GUEST": "1000000/minute", "RATE_USER": "1000000/minute", "RATE_PICTURES": "1000000/minute"}
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"STATIC_ROOT": folder, "ALLOWED_HOSTS": "testserver"}
        django.setup()
        logging.disable(logging.WARNING)
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("migrate", interactive=False, verbosity=0)
        fill(options.games, is_told=True)
        return report(measure(options.only), in_full=options.plans)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py bench history", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="(default: %(default)s)")
    parser.add_argument("--only", default="", help="calls in whose name this pattern is found")
    parser.add_argument("--plans", action="store_true", help="print statements and plans that read too much in full")
    return parser.parse_args(arguments)


def fill(games: int, *, is_told: bool = False) -> None:
    """Build the games with everything that belongs to them, in SQL."""
    from games.rankings import counting
    from kit import database_time
    from tools.bench.history_sql import FILL, SEQUENCES

    parameters: dict[str, Any] = {
        "games": games,
        "players": max(50, games // 10),
        "heavy": max(20, games // MOST_OF_HEAVY),
        "ordinary": max(20, games // 40),
        "different": DIFFERENT_WAYS,
        "ways": json.dumps(_ways()),
        "now": database_time.now(),
    }
    started = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SET synchronous_commit = off")
        for name, statement in FILL.items():
            began = time.perf_counter()
            cursor.execute(statement, {key: value for key, value in parameters.items() if f"%({key})s" in statement})
            if is_told:
                print(f"  {name}: {cursor.rowcount:,} rows, {time.perf_counter() - began:.1f} s", flush=True)
        cursor.execute(SEQUENCES)
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("VACUUM ANALYZE")
    counting.count_rankings()
    if is_told:
        print(f"  filled in {time.perf_counter() - started:.0f} s", flush=True)


def _ways() -> list[dict[str, Any]]:
    """Random games, as far as the longest goes: each half-move with its notation and position."""
    from muehle.game import Game

    random, rows = Random(24), []
    for way in range(DIFFERENT_WAYS):
        game = Game()
        while game.ply < LONGEST:
            move = random.choice(game.legal_moves())
            game.play(move)
            rows.append({"way": way, "ply": game.ply, "notation": str(move), "position": game.position.text})
    return rows


def measure(only: str = "") -> list[Measured]:
    """Make every call: of a guest, of a heavy player and of an ordinary one; and every periodic task."""
    from tools.bench import history_calls

    return history_calls.measure(only)


def overdue_after_an_outage(now: datetime) -> None:
    """Let a hundred games of the heavy player be overdue."""
    from tools.bench.history_sql import OUTAGE

    with connection.cursor() as cursor:
        cursor.execute(OUTAGE, {"now": now})


def report(measured: Sequence[Measured], *, in_full: bool = False) -> int:
    """Print all calls, the slowest first, and the plans that read too much; returns 1 if there are any."""
    rows = [
        [
            f"{each.caller} {each.name}",
            each.status,
            milliseconds(each.seconds),
            len(each.plans),
            f"{each.worst.rows_read:,} / {each.worst.rows_returned:,}" if each.worst else "",
        ]
        for each in sorted(measured, key=lambda each: -each.seconds)
        if each.status not in NOT_ANSWERED
    ]
    print_table("Calls", ["", "status", "time", "statements", "rows read / returned, worst plan"], rows)
    bad = {plan.statement: (each, plan) for each in measured for plan in each.too_much}
    for each, plan in bad.values():
        print(f"\n{each.caller} {each.name}: read {plan.rows_read:,}, returned {plan.rows_returned:,}")
        print(f"  {plan.statement}\n{plan.tree()}" if in_full else f"  {plan.shortened}")
    failed = [each for each in measured if each.status >= 500]
    print(f"\n  {len(measured)} calls, {len(bad)} statements that read too much, {len(failed)} calls that failed")
    return 1 if bad or failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
