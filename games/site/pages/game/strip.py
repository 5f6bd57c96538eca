"""The games that wait for the viewer, in a strip beside the one that is shown."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from games.core.models.games import Game
from games.play.templatetags.clocks import TimeLeft, time_left_of

# More are on the home page.
MOST_IN_STRIP = 12


class WaitingGame(NamedTuple):
    """A game of the strip."""

    game: Game
    opponent: User
    time_left: TimeLeft | None


def strip_of(viewer_id: int, waiting: Sequence[int], *, now: datetime) -> list[WaitingGame]:
    """The first of the games with these numbers, in their order; one query if there are any."""
    asked = waiting[:MOST_IN_STRIP]
    games = {game.number: game for game in Game.objects.with_players().filter(number__in=asked)} if asked else {}
    found = [games[number] for number in asked if number in games]
    return [WaitingGame(game, game.opponent_of(viewer_id), time_left_of(game, now=now)) for game in found]
