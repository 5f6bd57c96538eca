"""The levels of the program that plays: what each scores against another, and the processor time of a move.

`dev.py bench players` plays each level against the one below. `--pairs 2-1,6-mcts` names other pairs; `mcts` is the
Monte Carlo tree search of OpenSpiel with the processor time of its opponent, and needs `--openspiel PYTHON`, a Python
that has the package open_spiel. `--ratings` plays all pairs and fits ratings. Half of the games begin with the first
player; the openings are balanced by the tables and all different. One core, no Django.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import combinations, islice, pairwise
from pathlib import Path
from typing import Final

from muehle import RULESETS
from muehle_engine import LEVELS
from muehle_tables import Tables
from tools.bench.players_games import LevelPlayer, Player, Score, balanced_openings, match
from tools.bench.players_openspiel import MctsPlayer
from tools.bench.players_ratings import fitted
from tools.bench.report import percentile, print_table, verdict

LEAST_AGAINST_THE_LEVEL_BELOW: Final = 0.7
LEAST_AGAINST_MCTS: Final = 0.8
MOST_SECONDS: Final = {1: 0.05, len(LEVELS): 2.0}
MCTS: Final = "mcts"


def main(arguments: Sequence[str]) -> int:
    """Play and print."""
    options = _options(arguments)
    names = [str(level.number) for level in LEVELS]
    pairs = options.pairs or [(higher, lower) for lower, higher in pairwise(names)]
    if options.ratings:
        pairs = [(higher, lower) for lower, higher in combinations(names, 2)]
    with ExitStack() as stack:
        tables = stack.enter_context(Tables.open(*[options.directory] if options.directory else []))
        openings = list(islice(balanced_openings(tables, options.seed), options.games // 2))
        players: dict[str, Player] = {str(level.number): LevelPlayer(level, tables) for level in LEVELS}
        rows, scores = [], {}
        for first, second in pairs:
            opponents = [_player(name, players, options.openspiel, stack) for name in (first, second)]
            if isinstance(opponents[1], MctsPlayer):
                opponents[1].paced_by = opponents[0]
            score = match(opponents[0], opponents[1], openings, RULESETS[options.rules], options.seed)
            scores[first, second] = score
            rows.append(_row(first, second, score))
            print(*rows[-1], file=sys.stderr, flush=True)
        print_table("Scores", ["first-second", "games", "won", "drawn", "lost", "score", "95 %", "aim"], rows)
        print_table("Processor time of a move", ["player", "moves", "median ms", "longest ms", "aim"], _times(players))
    if options.ratings:
        print_table("Ratings", ["level", "rating"], [[name, round(rating)] for name, rating in fitted(scores).items()])
    return 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py bench players", description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="of each pair")
    parser.add_argument("--pairs", type=_pairs, help="for example 2-1,6-mcts")
    parser.add_argument("--ratings", action="store_true", help="all pairs of levels, and ratings from them")
    parser.add_argument("--rules", choices=sorted(RULESETS), default="standard")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--directory", type=Path, help="tables beside those of the package")
    parser.add_argument("--openspiel", type=Path, help="a Python with open_spiel, for the player mcts")
    return parser.parse_args(arguments)


def _pairs(text: str) -> list[tuple[str, str]]:
    names = {str(level.number) for level in LEVELS} | {MCTS}
    found = []
    for pair in text.split(","):
        first, _dash, second = pair.partition("-")
        if first not in names - {MCTS} or second not in names:
            raise argparse.ArgumentTypeError(f"no pair of players: {pair}")
        found.append((first, second))
    return found


def _player(name: str, players: dict[str, Player], openspiel: Path | None, stack: ExitStack) -> Player:
    if name not in players:
        if openspiel is None:
            raise SystemExit("mcts needs --openspiel PYTHON, a Python that has the package open_spiel")
        players[name] = stack.enter_context(MctsPlayer(openspiel))
    return players[name]


def _row(first: str, second: str, score: Score) -> list[object]:
    low, high = score.interval()
    least = LEAST_AGAINST_MCTS if second == MCTS else LEAST_AGAINST_THE_LEVEL_BELOW
    has_aim = second == MCTS or int(first) == int(second) + 1
    aim = verdict(score.share, at_least=least) if has_aim else ""
    counts = [score.games, score.won, score.drawn, score.lost]
    return [f"{first}-{second}", *counts, f"{score.share:.1%}", f"{low:.0%} to {high:.0%}", aim]


def _times(players: dict[str, Player]) -> list[list[object]]:
    rows: list[list[object]] = []
    for name, player in players.items():
        if player.seconds:
            longest = max(player.seconds)
            most = MOST_SECONDS.get(int(name)) if name != MCTS else None
            aim = verdict(longest, at_most=most) if most else ""
            median = percentile(player.seconds, 0.5)
            rows.append([name, len(player.seconds), f"{median * 1000:.1f}", f"{longest * 1000:.1f}", aim])
    return rows


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
