"""How people have fared with a move decides between drawn moves that are alike by the tables."""

import pytest

from accounts.models import User
from games.computer import playing
from games.computer.experience import scores_of_people
from games.core.models.games import Game
from games.explorer.bands import Band
from games.explorer.models import OpeningMove
from games.explorer.orientation import moves_behind, orientation_of, stored_move
from muehle import Move
from tests.games.computer.test_turns import waiting
from tests.support.computers import Against
from tests.support.playing import fresh


def counted(game: Game, move: Move, *, white: int = 0, drawn: int = 0, black: int = 0) -> None:
    """Say that people have made the move in the position of the game, with these results."""
    orientation = orientation_of(game.board)
    OpeningMove.objects.create(
        rules=game.rules, position=orientation.number, move=stored_move(move, orientation), band=Band.CASUAL,
        year=2026, white_won=white, drawn=drawn, black_won=black,
    )  # fmt: skip


def test_a_score_is_that_of_the_player_on_move(anna: User, against: Against) -> None:
    game = fresh(waiting(against, anna, 6))
    often, images = Move.parse("f4"), {Move.parse("f4"), Move.parse("b4")}
    counted(game, often, white=10, drawn=10, black=20)
    rarely = next(move for move in game.board.legal_moves(game.ruleset) if move not in images)
    counted(game, rarely, black=19)

    scores = scores_of_people(game)

    expected = moves_behind(stored_move(often, orientation_of(game.board)), orientation_of(game.board))
    assert scores == dict.fromkeys(expected, 0.625)


@pytest.mark.parametrize("level", [5, 6])
def test_a_level_with_tables_plays_what_served_people_best(anna: User, against: Against, level: int) -> None:
    game = fresh(waiting(against, anna, level))
    played = []
    for move in ("f4", "d2"):
        OpeningMove.objects.all().delete()
        counted(game, Move.parse(move), black=30)
        played.append(str(playing.choice_in(fresh(game)).move))

    assert played[0] in {"f4", "b4"}
    assert played[1] == "d2"
