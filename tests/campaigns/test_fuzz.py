"""Calls that nobody would think of: no fault of ours, no answer outside the schema, no undocumented status.

A short run, the same each time. A long one:
`python3 dev.py test tests/campaigns/test_fuzz.py --fuzz-examples 500 -n 0 -s`.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from tests.campaigns.fuzzing import SHORT, fuzz
from tests.games.streams.listening import token_of
from tests.support.api import EVERY_SCOPE

# Enough for the calls that end one.
GAMES = 12
DISPUTES = 3


@pytest.fixture
def numbers(game: Game, begin: Callable[..., Game], anna: User, bert: User, carla: User) -> list[int]:
    """The numbers of a few games, challenges and disputes of Anna's."""
    proposal = Proposal(agreement=Agreement())
    games = [game, *(begin() for _game in range(GAMES))]
    open_ones = [actions.challenge_player(bert, anna, proposal), actions.challenge_anyone(carla, proposal)]
    own = actions.challenge_player(anna, carla, proposal)
    disputes = [filing.open_dispute(each.number, anna, category="other", text="Look.") for each in games[:DISPUTES]]
    challenges = [own.number, *(each.number for each in open_ones)]
    return sorted({*(each.number for each in games), *(each.number for each in disputes), *challenges})


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_no_call_is_answered_outside_the_schema(
    live_server_url: str, numbers: list[int], anna: User, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    examples = request.config.getoption("--fuzz-examples")
    # All the edges of every parameter take longer than the rest together.
    phases = "fuzzing,stateful" if examples == SHORT else "coverage,fuzzing,stateful"

    outcome = fuzz(
        live_server_url, token_of(anna, *EVERY_SCOPE), tmp_path, numbers=numbers, examples=examples, phases=phases
    )

    sys.stdout.write(f"{outcome.calls} calls\n")
    assert outcome.findings == [], outcome.output
    assert outcome.calls >= examples
