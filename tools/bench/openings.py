"""The opening explorer with what 1,000,000 games have left in its table.

`dev.py bench openings`, with --games for fewer. The first half-moves of some random games have rows of all bands and
of ten years, as those of many games have; the rest of the table are positions that one game has reached each. Needs an
empty database, and fills it.
"""

import argparse
import os
import time
from collections.abc import Sequence
from random import Random

import django
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import setup_test_environment

from tools.bench.report import milliseconds, percentile, print_table, verdict

# Half-moves of a game that hardly any other game shares.
OWN_PLIES = 12
YEARS = range(2026, 2036)
OPENINGS, CALLS = 50, 1000
SHARED = """
INSERT INTO explorer_openingmove (rules, position, move, band, year, white_won, drawn, black_won)
SELECT 'standard', position, move, band, year, 4, 3, 2
FROM unnest(%s::bigint[], %s::text[]) AS row (position, move), unnest(%s::int[]) AS band, unnest(%s::int[]) AS year
"""
FILL = """
INSERT INTO explorer_openingmove (rules, position, move, band, year, white_won, drawn, black_won)
SELECT 'standard', (hashint8extended(number, 1) & 144115188075855871) | 144115188075855872, 'd6', 1400, 2026, 1, 0, 0
FROM generate_series(1, %s) AS number ON CONFLICT DO NOTHING
"""


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="dev.py bench openings", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    games = parser.parse_args(arguments).games
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    print(f"Filling the table: {games:,} games …", flush=True)
    positions = _fill(games)
    _report(games, _calls(positions))
    return 0


def _fill(games: int) -> list[list[str]]:
    """Fill the table; returns positions by the number of half-moves before them."""
    from games.explorer.bands import Band
    from games.explorer.orientation import orientation_of, stored_move
    from muehle import Position

    dice, keys = Random(18), set()
    positions: list[list[str]] = [[] for _ply in range(18)]
    for _opening in range(OPENINGS):
        position = Position.start()
        for ply in range(18):
            positions[ply].append(position.text)
            orientation, moves = orientation_of(position), position.legal_moves()
            keys |= {(orientation.number, stored_move(move, orientation)) for move in moves}
            position = position.play(dice.choice(moves))
    with connection.cursor() as cursor:
        numbers, names = map(list, zip(*sorted(keys), strict=True))
        cursor.execute(SHARED, [numbers, names, [band.value for band in Band], list(YEARS)])
        cursor.execute(FILL, [games * OWN_PLIES])
        cursor.execute("VACUUM ANALYZE explorer_openingmove")
    return positions


def _calls(positions: list[list[str]]) -> list[tuple[int, float, float]]:
    """The half-move and the seconds of each call, and those of a call after it that reads no table, the reference. Each
    is from another address, so that no limit is reached."""
    setup_test_environment()
    client, dice, seconds = Client(), Random(4), []
    for call in range(CALLS):
        ply = dice.randrange(18)
        address = f"10.{call >> 16 & 255}.{call >> 8 & 255}.{call & 255}"
        started = time.perf_counter()
        answer = client.get("/api/v1/openings/", {"position": dice.choice(positions[ply])}, REMOTE_ADDR=address)
        between = time.perf_counter()
        client.get("/api/v1/canned-messages/", REMOTE_ADDR=address)
        seconds.append((ply, between - started, time.perf_counter() - between))
        if answer.status_code != 200:
            raise RuntimeError(answer.content)
    # The first call loads the code.
    return seconds[1:]


def _report(games: int, calls: list[tuple[int, float, float]]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), pg_table_size('explorer_openingmove'), pg_indexes_size('explorer_openingmove')"
            " FROM explorer_openingmove"
        )
        rows, table, indexes = cursor.fetchone()
    print(f"\n{rows:,} rows: {table / 1e6:,.0f} MB, indexes {indexes / 1e6:,.0f} MB")
    parts = [("half-moves 1 to 6", range(6)), ("7 to 12", range(6, 12)), ("13 to 18", range(12, 18))]
    parts.append(("all", range(18)))
    lines = []
    for name, plies in parts:
        found = [seconds for ply, seconds, _reference in calls if ply in plies]
        lines.append([name, len(found), *(milliseconds(percentile(found, share)) for share in (0.5, 0.99, 1))])
    references = [reference for _ply, _seconds, reference in calls]
    shares = (milliseconds(percentile(references, share)) for share in (0.5, 0.99, 1))
    lines.append(["a call that reads no table", len(references), *shares])
    print_table(f"GET /api/v1/openings/ with {games:,} games", ["", "calls", "p50", "p99", "longest"], lines)
    longest = percentile([seconds for _ply, seconds, _reference in calls], 0.99)
    print(f"\n  p99 (aim: at most 50 ms): {verdict(longest, at_most=0.05)}")


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
