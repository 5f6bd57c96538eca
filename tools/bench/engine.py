"""The rules library: perft in nodes per second, and the time that one move takes to be validated.

`dev.py bench engine`, or `python -m tools.bench.engine`. One core, no Django. The naive rules of `tools.bench.naive`
count the same positions in the same run, so that the ratio means something on any machine.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from muehle import RULESETS, Game, Move, Position, perft
from muehle.generation import Turn
from muehle.perft import successors
from tools.bench import naive
from tools.bench.report import print_table, verdict

Case = TypeVar("Case")
Count = Callable[[Position, int], int]

STANDARD = RULESETS["standard"]

LEAST_NODES_PER_SECOND = 1_000_000
MOST_MICROSECONDS_A_MOVE = 10.0
ROUNDS = 5
GAMES = 100

MOVING = Position.parse("..W..BW.W.W.WB.BBBWB.WBW b 0 0 0")
FLYING = Position.parse("....WBBB.........WW..... w 0 0 0")


@dataclass(frozen=True, slots=True)
class Stored:
    """A move as a server meets it: the position before it and the recent ones as text, and the text of the move."""

    position: str
    recent: Sequence[str]
    move: str


def main() -> None:
    """Measure and print."""
    print_table("Perft, one core", ["", "nodes", "seconds", "nodes/s", "naive/s", "ratio", "aim"], _perft_rows())
    print_table("One move", ["", "microseconds", "aim"], _move_rows())


def _seconds(work: Callable[[], object]) -> float:
    """The least processor time of some rounds: what the machine can do when nothing else disturbs it."""
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


# --- Perft ------------------------------------------------------------------------------------------------------------


def _perft_rows() -> list[list[object]]:
    start = Position.start()
    yardsticks = {start: _naive_speed(start, 3), MOVING: _naive_speed(MOVING, 4), FLYING: _naive_speed(FLYING, 2)}
    measured: list[tuple[str, Position, int, Count, bool]] = [
        ("start, depth 5, last ply counted", start, 5, perft, True),
        ("moving, depth 6, last ply counted", MOVING, 6, perft, True),
        ("flying, depth 3, last ply counted", FLYING, 3, perft, True),
        ("start, depth 4, every leaf built", start, 4, _built, False),
        ("moving, depth 4, every leaf built", MOVING, 4, _built, False),
        ("moving, depth 3, legal_moves and play", MOVING, 3, _played, False),
    ]
    rows: list[list[object]] = []
    for name, position, depth, count, has_aim in measured:
        nodes, seconds = perft(position, depth), _seconds(partial(count, position, depth))
        speed, slow = nodes / seconds, yardsticks[position]
        aim = verdict(speed, at_least=LEAST_NODES_PER_SECOND) if has_aim else ""
        rows.append([name, f"{nodes:,}", f"{seconds:.3f}", f"{speed:,.0f}", f"{slow:,.0f}", f"{speed / slow:.1f}", aim])
    return rows


def _naive_speed(position: Position, depth: int) -> float:
    hands = (position.hand(position.to_move), position.hand(position.to_move.opponent))
    own, other = (frozenset(position.stones(color)) for color in (position.to_move, position.to_move.opponent))
    return perft(position, depth) / _seconds(partial(naive.perft, (own, other, *hands), depth))


def _built(position: Position, depth: int) -> int:
    return _walked(position.turn, depth)


def _walked(turn: Turn, depth: int) -> int:
    after = successors(turn, STANDARD)
    return len(after) if depth == 1 else sum(_walked(turn, depth - 1) for turn in after)


def _played(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(_played(position.play(move), depth - 1) for move in position.legal_moves())


# --- One move ---------------------------------------------------------------------------------------------------------


def _move_rows() -> list[list[object]]:
    games = [_random_game(seed) for seed in range(GAMES)]
    stored = [move for game in games for move in game]
    late = max(stored, key=lambda move: len(move.recent))
    plies = len(stored)
    measured: list[tuple[str, int, Callable[[], object], bool]] = [
        ("game in memory: parse, validate, play, outcome", plies, partial(_each, _replayed, games), True),
        ("game from stored text: the same", plies, partial(_each, _resumed, stored), False),
        (f"the same with {len(late.recent)} recent positions", 1000, partial(_each, _resumed, [late] * 1000), False),
        ("list of legal moves, from stored text", plies, partial(_each, _listed, stored), False),
    ]
    rows: list[list[object]] = []
    for name, count, work, has_aim in measured:
        each = _seconds(work) / count * 1_000_000
        rows.append([name, f"{each:.2f}", verdict(each, at_most=MOST_MICROSECONDS_A_MOVE) if has_aim else ""])
    return rows


def _each(work: Callable[[Case], object], cases: Sequence[Case]) -> None:
    for case in cases:
        work(case)


def _random_game(seed: int) -> list[Stored]:
    dice, game, texts = random.Random(seed), Game(), [Position.start().text]
    played: list[Stored] = []
    while (moves := game.legal_moves()) and len(played) < 400:
        move = dice.choice(moves)
        recent = texts[-game.position.quiet_half_moves - 1 :]
        played.append(Stored(texts[-1], recent, str(move)))
        game.play(move)
        texts.append(game.position.text)
    return played


def _replayed(moves: Sequence[Stored]) -> object:
    game = Game()
    for stored in moves:
        game.play(Move.parse(stored.move))
    return game.outcome()


def _resumed(stored: Stored) -> object:
    game = Game.resume(STANDARD, Position.parse(stored.position), recent_positions=stored.recent)
    return game.play(Move.parse(stored.move))


def _listed(stored: Stored) -> object:
    return Position.parse(stored.position).legal_moves()


if __name__ == "__main__":
    main()
