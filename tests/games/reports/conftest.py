"""What can be reported: a spectator's message, a note that is shown, a challenge, a profile, a game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.chat import notes, spectators
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import resign


@dataclass(frozen=True)
class World:
    """All of it is by Bert, or about him."""

    ended: Game
    message: int
    challenge: int

    def subjects(self) -> dict[str, dict[str, Any]]:
        """By the name of the subject, what a report of it says."""
        return {
            "spectator_message": {"number": self.message},
            "note": {"number": self.ended.number, "against": "bert"},
            "profile": {"against": "Bert"},
            "challenge": {"number": self.challenge},
            "game": {"number": self.ended.number, "against": "bert"},
        }


@pytest.fixture
def world(begin: Callable[..., Game], anna: User, bert: User, carla: User) -> World:
    between_others = begin(white=anna, black=carla)
    message = spectators.write(between_others.number, bert, "Both of you are fools.")
    ended = begin()
    notes.save(ended.number, bert, "Anna is a fool.", revealed=True)
    resign(ended.number, bert)
    challenge = actions.challenge_anyone(bert, Proposal(agreement=Agreement(), message="Fools, come here."))
    return World(ended, message.pk, challenge.number)
