"""Positions drawn as text, the way docs/rules.md draws the board."""

import re

from muehle import Game, Move, Position


def board(drawing: str, *, to_move: str = "w", hands: tuple[int, int] = (0, 0), quiet: int = 0) -> Position:
    """The position drawn with W, B and . on the 24 points, row by row from a7 to g1; the lines are decoration."""
    points = "".join(re.findall(r"[WB.]", drawing))
    return Position.parse(f"{points} {to_move} {hands[0]} {hands[1]} {quiet}")


def notations(position_or_game: Position | Game) -> list[str]:
    """The legal moves as text."""
    return [str(move) for move in position_or_game.legal_moves()]


def play(game: Game, moves: str) -> None:
    """Play moves written on one line."""
    for move in moves.split():
        game.play(Move.parse(move))
