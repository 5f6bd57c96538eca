"""Games that have ended, and their reviews."""

import pytest

from accounts.models import User
from games.core.models.games import Game
from games.play.actions import resign
from games.reviews.working import review_next
from tests.support.playing import play

# The second half-move of Black that is not forced gives a draw away: the tables of the package know.
MOVES = ("d2", "d6", "b4", "d1", "c4", "a4", "b2", "b6")
BLUNDER = 7


@pytest.fixture
def ended(game: Game, bert: User) -> Game:
    """A game of eight half-moves that White has given away with the seventh, and Black has resigned."""
    return resign(play(game, *MOVES).number, bert)


def work() -> int:
    """Let a worker judge all that waits; returns the number of half-moves."""
    judged = 0
    while review_next():
        judged += 1
    return judged
