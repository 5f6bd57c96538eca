"""A game between two computers, for spectators. It is begun on request, and there is one at a time."""

import random

from django.db import transaction

from accounts import database_time, named_locks
from accounts.models import User
from games.challenges.computers import all_computers, require_capacity
from games.challenges.errors import ComputersAreBusy
from games.computer.queries import shown_game
from games.core import event_log
from games.core.models.terms import Agreement
from games.play.actions import start_game
from games.players.bots import lock_players

_dice = random.SystemRandom()


def watch() -> int:
    """The number of the game that can be watched: one that goes on, or else a new one. Raises ComputersAreBusy."""
    with transaction.atomic():
        named_locks.hold("games.computer.exhibition")
        return shown_game() or _begin()


def _begin() -> int:
    white, black = lock_players(*_pair())
    require_capacity((white, black))
    now = database_time.now()
    game, started = start_game(
        white=white, black=black, agreement=Agreement(rated=False), lot=None, challenger=white, now=now
    )
    event_log.record([started], now=now)
    return game.number


def _pair() -> list[User]:
    """Two computers next to each other in strength, so that the game is open. Raises ComputersAreBusy without any."""
    computers = all_computers()
    if len(computers) < 2:
        raise ComputersAreBusy
    place = _dice.randrange(len(computers) - 1)
    pair = computers[place : place + 2]
    _dice.shuffle(pair)
    return pair
