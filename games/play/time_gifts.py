"""A player gives the opponent a day more. The caller has the game's lock, stores the game and records the event."""

from datetime import datetime
from typing import Final

from accounts.models import User
from games.core.models.games import Game
from games.play import clocks
from games.play.errors import TimeGivenTooOften
from games.play.models import TimeGift
from games.time_off import pauses
from kit.errors import raises
from muehle.clocks import DAY

# Each side may do so as often in a game; without a limit, two players could keep a game open for ever.
MOST_GIFTS: Final = 10


@raises(TimeGivenTooOften)
def give_day(game: Game, player: User, *, now: datetime) -> None:
    """Add a day to the opponent's clock, for this turn or the next one.

    Where the opponent's time has run out in a game of claims, they have a day from now, and nothing can be claimed.
    """
    if TimeGift.objects.filter(game=game, given_by=player).count() >= MOST_GIFTS:
        raise TimeGivenTooOften(game, most=MOST_GIFTS)
    receiver = game.turn if game.on_move_id != player.pk else game.turn.opponent
    seconds = DAY
    if receiver is game.turn:
        hours = pauses.hours_for([game], now=now)
        if game.grace_until is not None:
            seconds += max(0, pauses.course_for(game, hours).seconds_run(now) - game.turn_seconds)
        clocks.give(game, seconds, hours)
    else:
        clocks.add(game, receiver, seconds)
    TimeGift.objects.create(game=game, given_by=player, ply=game.ply, seconds=seconds, created_at=now)
