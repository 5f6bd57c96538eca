"""Reviews of games: the processor time of eighty half-moves, on one core, without Django.

`dev.py bench reviews`, with `--directory D` for more tables than those of the package, and `--games N`. The games are
those in tests/data, which other programs have played, cut after eighty half-moves. The reference is what a review
cannot do without: the legal moves of each position.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from muehle import RULESETS, Game, IllegalMove, Move, RuleSet
from muehle_engine.reviewing import review
from muehle_tables import Tables
from tools.bench.recorded import recorded_games
from tools.bench.report import print_table, verdict

HALF_MOVES: Final = 80
MOST_SECONDS: Final = 60.0
MOST_SECONDS_WITH_ALL_TABLES: Final = 2.0


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="dev.py bench reviews", description=__doc__)
    parser.add_argument("--directory", type=Path, help="tables beside those of the package, of the whole game")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--rules", choices=sorted(RULESETS), default="standard")
    options = parser.parse_args(arguments)
    most = MOST_SECONDS_WITH_ALL_TABLES if options.directory else MOST_SECONDS
    rules, rows = RULESETS[options.rules], []
    with Tables.open(*[options.directory] if options.directory else []) as tables:
        for number, moves in zip(range(options.games), _long_games(rules), strict=False):
            begun = time.process_time()
            reviewed = review(Game(rules), moves, tables=tables)
            seconds = time.process_time() - begun
            proved = sum(each.is_proved for each in reviewed)
            ratio = seconds / _seconds_of_legal_moves(rules, moves)
            rows.append([number + 1, proved, f"{seconds:.2f}", f"{ratio:.0f}", verdict(seconds, at_most=most)])
    print_table(f"Reviews of {HALF_MOVES} half-moves", ["game", "proved", "seconds", "ratio", "aim"], rows)
    return 0


def _long_games(rules: RuleSet) -> Iterator[list[Move]]:
    for texts in recorded_games():
        if len(texts) < HALF_MOVES:
            continue
        game = Game(rules)
        try:
            for text in texts[:HALF_MOVES]:
                game.play(Move.parse(text))
        except IllegalMove:
            continue
        yield list(game.moves)


def _seconds_of_legal_moves(rules: RuleSet, moves: Sequence[Move]) -> float:
    begun, game = time.process_time(), Game(rules)
    for move in moves:
        game.legal_moves()
        game.play(move)
    return time.process_time() - begun


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
