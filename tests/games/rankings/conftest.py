"""Rated games that somebody has won, one after another."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import resign
from tests.support.playing import play

Won = Callable[..., Game]
MOVES = ("d6", "f4", "d2", "b4")


@pytest.fixture
def won(begin: Callable[..., Game], clock: time_machine.Traveller) -> Won:
    """A factory of games in which the second player gives up against the first one, who has White."""

    def make(winner: User, loser: User, *moves: str, rules: str = "standard", after: timedelta | None = None) -> Game:
        clock.shift(after or timedelta(hours=1))
        game = begin(Agreement(rules=rules), white=winner, black=loser)
        return resign(play(game, *moves).number if moves else game.number, loser)

    return make
