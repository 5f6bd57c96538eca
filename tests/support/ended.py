"""Games that have ended, as rows alone: for what counts them, where playing a hundred would take long."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.players import reliability
from tests.conftest import NOON


def ended_game(
    white: User, black: User, *, result: str = "1-0", termination: str = "resignation", at: datetime = NOON
) -> Game:
    """A game that ended so at that time; without a result it was aborted."""
    with transaction.atomic():
        game = Game.objects.create(
            **Agreement(rated=False).as_columns(),
            white=white,
            black=black,
            status="aborted" if result == "*" else "finished",
            result=result,
            termination=termination,
            white_seconds=0,
            black_seconds=0,
            started_at=at,
            turn_started_at=at,
            finished_at=at,
        )
        reliability.store(game.player_ids)
    return game


def lost_on_time(loser: User, winner: User, *, at: datetime = NOON) -> Game:
    """The loser had White and ran out of time."""
    return ended_game(loser, winner, result="0-1", termination="timeout", at=at)


def won(winner: User, loser: User, *, at: datetime = NOON) -> Game:
    """The loser had Black and resigned."""
    return ended_game(winner, loser, at=at)
