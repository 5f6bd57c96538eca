"""A game between two computers, for spectators. There is one at a time; when it has ended, the next one begins.

It gives way to people: its moves come last (turns.py), it is slow while nobody watches (news.py), and no new one begins
while people use half of the games that computers may have.
"""

import random
from contextlib import suppress

from django.conf import settings
from django.db import transaction

from accounts.models import User
from games.challenges.computers import all_computers, require_capacity
from games.challenges.errors import ComputersAreBusy
from games.computer.models import ComputerGame
from games.computer.news import PAUSE
from games.computer.queries import shown_game
from games.core import event_log, pubsub
from games.core.models.terms import Agreement
from games.play.actions import start_game
from games.players.bots import lock_players
from kit import database_time, locks
from kit.errors import raises

_dice = random.SystemRandom()


@raises(require_capacity, lock_players, ComputersAreBusy)
def watch() -> int:
    """The number of the game that can be watched: one that goes on, or else a new one."""
    with transaction.atomic():
        locks.hold("games.computer.exhibition")
        return shown_game() or _begin()


def keep() -> None:
    """Begin a game if none goes on, there is room for it and the operator wants so; let a watched one go on soon."""
    number = shown_game()
    if number is None:
        if settings.COMPUTER_EXHIBITION:
            with suppress(ComputersAreBusy):
                watch()
    elif pubsub.is_followed(number):
        soon = database_time.now() + PAUSE
        ComputerGame.objects.filter(game=number, due_at__gt=soon).update(due_at=soon, moves_at=soon)


def _begin() -> int:
    white, black = lock_players(*_pair())
    require_capacity((white, black), most=settings.MOST_COMPUTER_GAMES // 2)
    now = database_time.now()
    game, started = start_game(
        white=white, black=black, agreement=Agreement(rated=False), lot=None, challenger=white, now=now
    )
    event_log.record([started], now=now)
    return game.number


def _pair() -> list[User]:
    """Two computers next to each other in strength, so that the game is open."""
    computers = all_computers()
    if len(computers) < 2:
        raise ComputersAreBusy
    place = _dice.randrange(len(computers) - 1)
    pair = computers[place : place + 2]
    _dice.shuffle(pair)
    return pair
