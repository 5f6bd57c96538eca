"""What a computer has to answer: heard from the event log, and stored in the same transaction."""

import math
import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Case, DateTimeField, F, Value, When

from accounts.models import User
from games.challenges.computers import answers_in
from games.computer import tasks
from games.computer.models import ComputerGame
from games.core import pubsub
from games.core.event_log import Entry
from games.core.models.games import Game
from games.play.events import (
    DEADLINE_MOVED,
    DRAW_OFFERED,
    GAME_STARTED,
    MOVE_PLAYED,
    MOVES_TAKEN_BACK,
    TAKEBACK_ASKED,
)

# After these a computer may be on move, or move again.
_TURNS = (GAME_STARTED, MOVE_PLAYED, MOVES_TAKEN_BACK, DEADLINE_MOVED)
_QUESTIONS = (DRAW_OFFERED, TAKEBACK_ASKED)

# Who answers later does so within these bounds, and has used a third of the time that is left at most.
SHORTEST, LONGEST = timedelta(minutes=5), timedelta(hours=6)
# Between two moves of a game that is shown: while somebody watches, and otherwise.
PAUSE: Final = timedelta(seconds=5)
LONG_PAUSE: Final = timedelta(minutes=1)
_dice = random.SystemRandom()


def hear(entries: Sequence[Entry], now: datetime) -> None:
    """Receive the events of a transaction. For games without a computer this costs nothing."""
    games: dict[int, tuple[Game, list[Entry]]] = {}
    for entry in entries:
        game = entry.game
        if game is None or not game.is_with_bot or entry.type not in (*_TURNS, *_QUESTIONS):
            continue
        if not (game.white.is_computer or game.black.is_computer):
            continue
        if entry.type == GAME_STARTED:
            _begin(game)
        games[game.number] = game, [*games.get(game.number, (game, []))[1], entry]
    due = [_make_due(game, entries, now=now) for game, entries in games.values()]
    if any(due):
        transaction.on_commit(tasks.wake, robust=True)


def _is_by_computer(entry: Entry, game: Game) -> bool:
    return any(player.pk == entry.actor_id and player.is_computer for player in (game.white, game.black))


def _begin(game: Game) -> None:
    """Remember the game from its start."""
    people = [player for player in (game.white, game.black) if not player.is_computer]
    answers = answers_in(game) if people else ComputerGame.Answers.SHOWN
    ComputerGame.objects.create(game=game, player=people[0] if people else None, answers=answers)


def _make_due(game: Game, entries: Sequence[Entry], *, now: datetime) -> bool:
    """Let the computer answer, if it is to; whether it may be so at once.

    An offer is answered at once, and does not bring the move forward.
    """
    mover = _mover(game)
    is_asked = any(entry.type in _QUESTIONS and not _is_by_computer(entry, game) for entry in entries)
    is_to_move = mover is not None and mover.is_computer and any(entry.type in _TURNS for entry in entries)
    if not game.is_ongoing or not (is_asked or is_to_move):
        return False
    later = When(answers=ComputerGame.Answers.LATER, then=Value(now + delay(game, now=now)))
    shown = When(answers=ComputerGame.Answers.SHOWN, then=Value(now + _pause(game)))
    moves_at = Case(later, shown, default=Value(now), output_field=DateTimeField())
    times = {"moves_at": moves_at} if is_to_move else {}
    due_at = Value(now) if is_asked else moves_at
    ComputerGame.objects.filter(game=game).update(due_at=due_at, news=F("news") + 1, **times)
    return True


def _pause(game: Game) -> timedelta:
    """The time from this move to the next, in a game between two computers; others have none."""
    if not (game.white.is_computer and game.black.is_computer):
        return timedelta(0)
    return PAUSE if pubsub.is_followed(game.number) else LONG_PAUSE


def _mover(game: Game) -> User | None:
    return game.player(game.turn) if game.on_move_id is not None else None


def delay(game: Game, *, now: datetime) -> timedelta:
    """How long a computer that answers later takes for this move: minutes as often as hours."""
    left = (game.deadline_at - now if game.deadline_at else LONGEST) / 3
    longest = max(min(LONGEST, left), timedelta(0))
    shortest = min(SHORTEST, longest)
    if not shortest:
        return longest
    logarithm = _dice.uniform(math.log(shortest.total_seconds()), math.log(longest.total_seconds()))
    return timedelta(seconds=math.exp(logarithm))
