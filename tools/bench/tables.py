"""The tables of the solved game: the time of a probe, and of the search in the placing phase.

`dev.py bench tables`, with `--directory D` for more tables than those of the package, and `--rules classic` for another
rule set. The positions are those of the games in tests/data, which other programs have played, in random order. One
core, no Django. The reference is what a probe cannot do without if nothing is remembered: one block decompressed.
"""

import argparse
import random
import resource
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from muehle import RULESETS, Move, Position, RuleSet
from muehle_tables import Result, Tables
from muehle_tables.block_file import BLOCK
from tools.bench.recorded import recorded_games
from tools.bench.report import percentile, print_table, verdict

MOST_MICROSECONDS_A_PROBE: Final = 50.0
PLACEMENTS: Final = 18
FIRST_PROBES, PROBES, SEARCHES = 3000, 5000, 40


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="dev.py bench tables", description=__doc__)
    parser.add_argument("--directory", type=Path, help="tables beside those of the package")
    parser.add_argument("--rules", choices=sorted(RULESETS), default="standard")
    options = parser.parse_args(arguments)
    rules = RULESETS[options.rules]
    placing, moving = _positions(rules)
    with Tables.open(*[options.directory] if options.directory else []) as tables:
        rows = _probe_rows(tables, rules, moving)
        print_table("Probes, moving phase", ["", "positions", "p50 µs", "p99 µs", "mean µs", "blocks", "aim"], rows)
        rows = [_search_row(tables, rules, placed, positions) for placed, positions in enumerate(placing)]
        print_table("Placing phase", ["stones placed", "positions", "proved", "p50 ms", "longest ms"], rows)
    print(f"\nPeak of the process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB")
    return 0


def _positions(rules: RuleSet) -> tuple[list[list[Position]], list[Position]]:
    """Those of the placing phase by the number of stones placed, and those of the moving phase."""
    placing: list[list[Position]] = [[] for _ in range(PLACEMENTS)]
    moving: list[Position] = []
    for moves in recorded_games():
        position = Position.start()
        for number, text in enumerate(moves):
            (placing[number] if number < PLACEMENTS else moving).append(position)
            move = Move.parse(text)
            if move not in position.legal_moves(rules):
                break
            position = position.play(move, rules)
    dice = random.Random(1)
    for positions in (*placing, moving):
        dice.shuffle(positions)
    return placing, moving


def _probe_rows(tables: Tables, rules: RuleSet, moving: list[Position]) -> list[list[object]]:
    def value(position: Position) -> Result:
        return tables.value(position, rules).result

    # The first probe of a sector opens its file.
    opened = {_stones(each) for each in moving[:FIRST_PROBES] if value(each) is not Result.UNKNOWN}
    new = [each for each in moving[FIRST_PROBES:] if _stones(each) in opened][:PROBES]
    block = _block_microseconds()
    rows: list[list[object]] = []
    measured: list[tuple[str, list[Position], Callable[[Position], object], bool]] = [
        ("a position that was not asked before", new, value, True),
        ("the same once more", new, value, False),
        ("all moves of a position", new[:1000], lambda each: tables.judged_moves(each, rules), False),
    ]
    for name, positions, work, has_aim in measured:
        times = [each * 1e6 for each in _seconds(work, positions)[0]]
        middle, mean = percentile(times, 0.5), sum(times) / len(times)
        aim = verdict(middle, at_most=MOST_MICROSECONDS_A_PROBE) if has_aim else ""
        figures = [f"{middle:.1f}", f"{percentile(times, 0.99):.1f}", f"{mean:.1f}", f"{middle / block:.1f}"]
        rows.append([name, len(positions), *figures, aim])
    return rows


def _stones(position: Position) -> tuple[int, int]:
    return len(position.stones(position.to_move)), len(position.stones(position.to_move.opponent))


def _search_row(tables: Tables, rules: RuleSet, placed: int, positions: list[Position]) -> list[object]:
    times, values = _seconds(lambda each: tables.value(each, rules).result, positions[:SEARCHES])
    proved = sum(value is not Result.UNKNOWN for value in values)
    return [placed, len(times), proved, f"{percentile(times, 0.5) * 1000:.2f}", f"{max(times) * 1000:.2f}"]


def _seconds(work: Callable[[Position], object], positions: Sequence[Position]) -> tuple[list[float], list[object]]:
    """The time of each, and what it gave."""
    times: list[float] = []
    found: list[object] = []
    for position in positions:
        begun = time.perf_counter()
        found.append(work(position))
        times.append(time.perf_counter() - begun)
    return times, found


def _block_microseconds() -> float:
    dice = random.Random(1)
    packed = zlib.compress(bytes(dice.choice((255, 255, 255, 1, 3, 4, 17)) for _ in range(BLOCK)))
    begun = time.perf_counter()
    for _ in range(1000):
        zlib.decompress(packed)
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
