"""The computers of the server. The database of the tests has none until a test asks for them."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.computers import all_computers
from games.computer import accounts
from games.core.models.games import Game
from games.core.models.terms import Agreement

Against = Callable[..., Game]


@pytest.fixture
def computers(db: None) -> dict[int, User]:
    """The computers, by level."""
    accounts.establish()
    return {computer.computer_level or 0: computer for computer in all_computers()}


@pytest.fixture
def against(computers: dict[int, User]) -> Against:
    """A factory of casual games of a player with a computer, in which the player has White."""

    def make(player: User, level: int = 1, *, colour: str = "white", answers: str = "at_once", **terms: object) -> Game:
        agreement = Agreement(**{"rated": False, **terms})  # type: ignore[arg-type]
        proposal = Proposal(agreement=agreement, colour=colour, answers=answers, bots_welcome=True)
        game = actions.challenge_player(player, computers[level], proposal).game
        assert game is not None
        return game

    return make
