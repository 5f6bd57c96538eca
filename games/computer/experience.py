"""What the computers know of games between people: how well each move of an opening did."""

from typing import Final

from games.core.models.games import Game
from games.explorer.counting import PLIES
from games.explorer.queries import PlayedMove, opening_of
from muehle import Color, Move

# Fewer games say nothing about a move.
FEWEST_GAMES: Final = 20


def scores_of_people(game: Game) -> dict[Move, float]:
    """The score, from 0 to 1, of those who made a move in the position of the game; only of moves often played."""
    if game.ply >= PLIES:
        return {}
    played = opening_of(game.board, rules=game.ruleset).moves
    return {
        move: _score(each, game.board.to_move)
        for each in played
        if each.results.games >= FEWEST_GAMES
        for move in (each.move, *each.equivalent)
    }


def _score(played: PlayedMove, mover: Color) -> float:
    results = played.results
    won = results.white_won if mover is Color.WHITE else results.black_won
    return (won + results.drawn / 2) / results.games
