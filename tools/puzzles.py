"""The puzzles that ship with the server: positions from games that the computer has played against itself.

`.venv/bin/python -m tools.puzzles --directory DIRECTORY` writes games/puzzles/shipped.json anew: the same file for the
same seed, levels and tables. `DIRECTORY` has the tables of family a. With those of the package alone, most positions
with a Zwickmühle are not proved.
"""

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from muehle import POINTS, STANDARD, Color, Game, Position
from muehle.zwickmuehle import CONFIGURATIONS
from muehle_engine import LEVELS, Level, choose
from muehle_engine.choosing import shipped
from muehle_engine.puzzles import Puzzle, canonical_key, own_positions, puzzle_at
from muehle_tables import Tables

SHIPPED: Final = Path(__file__).parents[1] / "games" / "puzzles" / "shipped.json"
# Half-moves at random before the levels play, and the longest game.
OPENING: Final = range(2, 9)
# The stones of games that begin near their end, where blocks are proved by the tables of the package.
ENDINGS: Final = [(4, 4), (5, 4), (4, 5), (5, 5), (5, 3), (3, 5), (6, 3), (3, 6)]
# Those of games that begin with four stones of a Zwickmühle: White's others, and Black's.
OTHERS: Final = range(1, 4)
OPPONENTS: Final = range(3, 8)
LONGEST_GAME: Final = 160
MOST_OF_A_GAME: Final = 4
# Of those alike in result, themes and phase: with one move to find, with more, and without a theme.
MOST_SHORT: Final = 10
MOST_LONG: Final = 40
MOST_PLAIN: Final = 15
# Those whose success says how hard a puzzle is; the others look the answer up. The strongest is too slow to play.
SEARCHING: Final = [level for level in LEVELS if not level.uses_tables]
TRIES: Final = 3


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(prog="python -m tools.puzzles", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--directory", type=Path, help="of tables; by default those of the package")
    parser.add_argument("--write", type=Path, default=SHIPPED, metavar="FILE")
    options = parser.parse_args()
    tables = Tables.open(options.directory) if options.directory else shipped()
    rows = [_row(puzzle) for puzzle in _puzzles(options.seed, options.number, tables)]
    # In an order that mixes what is alike: it is that of the puzzles of the day.
    rows.sort(key=lambda row: hashlib.sha256(row["position"].encode()).hexdigest())
    directory = " --directory DIRECTORY" if options.directory else ""
    head = {"command": f"python -m tools.puzzles --seed {options.seed} --number {options.number}{directory}"}
    lines = ",\n".join(json.dumps(row) for row in rows)
    options.write.write_text(f'{json.dumps(head)[:-1]}, "puzzles": [\n{lines}\n]}}\n', encoding="utf-8")


def _puzzles(seed: int, number: int, tables: Tables) -> Iterator[Puzzle]:
    """So many puzzles, none of which occurs in another one."""
    known: set[str] = set()
    alike: Counter[Any] = Counter()
    left, game = number, 0
    while left:
        game += 1
        of_game = 0
        for position in _played(Random(f"{seed} {game}")):
            if of_game == MOST_OF_A_GAME or not left:
                break
            puzzle = puzzle_at(position, STANDARD, tables)
            if puzzle is None or alike[_kind(puzzle)] == _most_alike(puzzle):
                continue
            keys = {canonical_key(each) for each in _own_positions(puzzle)}
            if keys & known:
                continue
            known |= keys
            alike[_kind(puzzle)] += 1
            of_game += 1
            left -= 1
            yield puzzle


def _played(dice: Random) -> list[Position]:
    """The positions of a game between two levels, in random order."""
    begin = dice.choice([_opening, _ending, _zwickmuehle, _narrow])
    game, opening = begin(dice)
    positions = []
    players = dice.choices(SEARCHING[:-1], k=2)
    while (moves := game.legal_moves()) and game.ply < LONGEST_GAME:
        positions.append(game.position)
        level = players[game.ply % 2]
        game.play(dice.choice(moves) if game.ply < opening else choose(game, level, seed=dice.randrange(99)).move)
    dice.shuffle(positions)
    return positions


def _opening(dice: Random) -> tuple[Game, int]:
    """A whole game, with some half-moves at random."""
    return Game(STANDARD), dice.choice(OPENING)


def _ending(dice: Random) -> tuple[Game, int]:
    """Few stones, at random."""
    return Game(STANDARD, _stones(dice, *dice.choice(ENDINGS))), 0


def _zwickmuehle(dice: Random) -> tuple[Game, int]:
    """White has four stones of a Zwickmühle; a fifth one is in it as often as not."""
    found = dice.choice(CONFIGURATIONS)
    while True:
        position = _stones(dice, dice.choice(OTHERS), dice.choice(OPPONENTS))
        if dice.random() < 1 / 2:
            position = position._replace(white=position.white | dice.choice(found.edge))
        if not (found.partners | position.white) & position.black and not found.partners & position.white:
            return Game(STANDARD, position._replace(white=position.white | found.partners)), 0


def _narrow(dice: Random) -> tuple[Game, int]:
    """The side that is not to move could hardly move."""
    while True:
        position = _stones(dice, 5, dice.choice([4, 5]))
        if len(position._replace(to_move=position.to_move.opponent).legal_moves(STANDARD)) in (1, 2):
            return Game(STANDARD, position), 0


def _stones(dice: Random, white: int, black: int) -> Position:
    points = [1 << index for index in dice.sample(range(len(POINTS)), white + black)]
    return Position(sum(points[:white]), sum(points[white:]), dice.choice(list(Color)), 0, 0)


def _own_positions(puzzle: Puzzle) -> Iterator[Position]:
    return own_positions(puzzle.position, puzzle.line, STANDARD)


def _kind(puzzle: Puzzle) -> tuple[Any, ...]:
    is_placing = bool(puzzle.position.white_hand or puzzle.position.black_hand)
    return is_placing, puzzle.result, puzzle.themes, len(puzzle.line) == 1


def _most_alike(puzzle: Puzzle) -> int:
    if len(puzzle.line) == 1:
        return MOST_SHORT
    return MOST_LONG if puzzle.themes else MOST_PLAIN


def _row(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "position": puzzle.position.text,
        "line": " ".join(map(str, puzzle.line)),
        "result": puzzle.result.value,
        "themes": list(puzzle.themes),
        "rating": _rating(puzzle),
    }


def _rating(puzzle: Puzzle) -> int:
    """The rating of the weakest level that finds every move each time; of the next one if none does."""
    found = [level for level in SEARCHING if _solves(level, puzzle)]
    return (found or LEVELS[len(SEARCHING) :])[0].rating


def _solves(level: Level, puzzle: Puzzle) -> bool:
    own = zip(_own_positions(puzzle), puzzle.line[::2], strict=True)
    return all(
        choose(Game(STANDARD, position), level, seed=seed).move == move
        for position, move in own
        for seed in range(TRIES)
    )


if __name__ == "__main__":
    main()
