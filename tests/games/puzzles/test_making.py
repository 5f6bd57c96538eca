"""Puzzles from reviewed games."""

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.core.models.games import Game
from games.play.actions import resign
from games.puzzles.making import MOST, make
from games.puzzles.models import Puzzle
from games.reviews.models import GameReview
from games.reviews.requests import ask_for_review
from kit import database_time
from muehle import STANDARD
from muehle_engine.choosing import shipped
from muehle_engine.puzzles import puzzle_at
from tests.games.reviews.conftest import work
from tests.support.playing import play

# White misses the mill that alone wins; Black finds the one that wins then.
MOVES = ("b4", "f4", "a7", "d2", "b6", "f6", "e4", "f2xb4")


@pytest.fixture
def ended(game: Game, bert: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Game:
    """A game whose review is finished."""
    ended = resign(play(game, *MOVES).number, bert)
    ask_for_review(ended.number, bert)
    with django_capture_on_commit_callbacks(execute=True):
        work()
    return ended


def test_the_positions_of_a_reviewed_game_with_one_right_move_become_puzzles(ended: Game) -> None:
    review = GameReview.objects.get(game=ended)
    fitting = [each for each in review.half_moves if each["keeping"] == 1 and each["best"]["result"] != "lost"]
    puzzles = list(Puzzle.objects.all())
    assert fitting
    assert 0 < len(puzzles) <= min(MOST, len(fitting))
    for puzzle in puzzles:
        found = puzzle_at(puzzle.board, STANDARD, shipped())
        assert found is not None
        assert (puzzle.game, puzzle.moves, puzzle.goal) == (ended, list(found.line), found.result)


def test_they_are_made_once(ended: Game) -> None:
    Puzzle.objects.update(value=1234.0)
    before = Puzzle.objects.count()

    make(ended, database_time.now())

    assert (Puzzle.objects.count(), set(Puzzle.objects.values_list("value", flat=True))) == (before, {1234.0})
