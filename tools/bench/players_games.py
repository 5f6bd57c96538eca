"""Games between players for tools.bench.players: balanced openings, and what comes out of them."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final, Protocol

from kit.shares import interval
from muehle import RULESETS, SYMMETRIES, Color, Game, Move, Position, RuleSet
from muehle_engine import Level, choose
from muehle_tables import Result, Tables

OPENINGS: Final = (8, 9)
# Under rules without draws a game that is as long as this counts as drawn.
LONGEST_GAME: Final = 600


class Player(Protocol):
    """Somebody who plays. `seconds` is the processor time of each move; a game of `longest` half-moves is drawn."""

    seconds: list[float]
    longest: int

    @property
    def name(self) -> str:
        """How the tables of results call the player."""

    def move(self, game: Game, seed: int) -> Move:
        """The move in the position."""


@dataclass
class LevelPlayer:
    """A level of `muehle_engine`."""

    level: Level
    tables: Tables
    seconds: list[float] = field(default_factory=list)
    longest: int = LONGEST_GAME

    @property
    def name(self) -> str:
        """The number of the level."""
        return str(self.level.number)

    def move(self, game: Game, seed: int) -> Move:
        """The move in the position."""
        begun = time.process_time()
        choice = choose(game, self.level, tables=self.tables, seed=seed)
        self.seconds.append(time.process_time() - begun)
        return choice.move


@dataclass
class Score:
    """Wins, draws and losses of the first of two players."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """All games."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The points of the first player, a draw as half a point, by games."""
        return (self.won + self.drawn / 2) / self.games

    def interval(self) -> tuple[float, float]:
        """The share in 95 of 100 cases, by Wilson's formula; too wide rather than too narrow where there are draws."""
        return interval(self.share, self.games)


def balanced_openings(tables: Tables, seed: int) -> Iterator[list[Move]]:
    """Openings after which the game is proved to be drawn, all different, also up to the symmetries of the board."""
    dice, met = Random(seed), set()
    rules = RULESETS["standard"]
    while True:
        opening = _opening(tables, rules, dice, dice.choice(OPENINGS))
        position = Position.start()
        for move in opening:
            position = position.play(move, rules)
        image = min(position.transformed(symmetry).text for symmetry in SYMMETRIES)
        if image not in met:
            met.add(image)
            yield opening


def _opening(tables: Tables, rules: RuleSet, dice: Random, length: int) -> list[Move]:
    position = Position.start()
    moves: list[Move] = []
    while len(moves) < length:
        drawn = [each.move for each in tables.judged_moves(position, rules) if each.value.result is Result.DRAWN]
        moves.append(dice.choice(drawn))
        position = position.play(moves[-1], rules)
    return moves


def play(white: Player, black: Player, opening: list[Move], rules: RuleSet, seed: int) -> tuple[Color | None, Game]:
    """Who wins from an opening, None for a draw; the rules library is the referee."""
    game = Game(rules)
    for move in opening:
        game.play(move)
    while game.outcome() is None and game.ply < min(white.longest, black.longest):
        player = white if game.position.to_move is Color.WHITE else black
        game.play(player.move(game, seed))
    outcome = game.outcome()
    return (outcome.winner if outcome else None), game


def match(first: Player, second: Player, openings: list[list[Move]], rules: RuleSet, seed: int) -> Score:
    """Two games from each opening, with the colours changed."""
    score = Score()
    for number, opening in enumerate(openings):
        for color, (white, black) in ((Color.WHITE, (first, second)), (Color.BLACK, (second, first))):
            winner, _game = play(white, black, opening, rules, seed + number)
            if winner is None:
                score.drawn += 1
            elif winner is color:
                score.won += 1
            else:
                score.lost += 1
    return score
