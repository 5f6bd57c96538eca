"""Ended games and finished reviews, as rows."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import cache
from random import Random

import pytest
import time_machine
from django.utils import timezone

import muehle
from accounts.models import User
from games.core.models.games import Game
from games.core.models.moves import Move
from games.reviews.half_moves import as_data
from games.reviews.models import GameReview
from games.trophies.models import Trophy
from games.trophies.tasks import award_trophies
from muehle_engine.assessing import DRAWN, Assessment
from muehle_engine.reviewing import ReviewedMove
from muehle_tables import Result
from tests.support.ended import ended_game

PLIES = 50
LATER = timedelta(minutes=11)
LOST = Assessment(result=Result.LOST, expected=0.0)
UNPROVED = Assessment(result=Result.UNKNOWN, expected=0.5, depth=4)
Row = Callable[..., list[Game]]


@cache
def played() -> list[tuple[str, str]]:
    """Half-moves of a game that goes on after them, each with the position that it led to."""
    for seed in range(100):
        game, random = muehle.Game(muehle.STANDARD), Random(seed)
        line: list[tuple[str, str]] = []
        while len(line) < PLIES and game.outcome() is None:
            move = random.choice(list(game.legal_moves()))
            game.play(move)
            line.append((str(move), game.position.text))
        if len(line) == PLIES and game.outcome() is None:
            return line
    raise AssertionError("no game is long enough")


def judged(*, choices: int = 5, keeping: int = 2, best: Assessment = DRAWN, played: Assessment = DRAWN) -> ReviewedMove:
    return ReviewedMove(muehle.Move.parse("d6"), best, played, (), choices, keeping, None)


@pytest.fixture
def reviewed(clock: time_machine.Traveller, anna: User, bert: User) -> Callable[..., Game]:
    """A factory of rated games that Anna, who had White, has won, and whose reviews are finished."""

    def make(half_moves: Sequence[ReviewedMove], **columns: object) -> Game:
        game = ended_game(anna, bert, at=timezone.now())
        Game.objects.filter(pk=game.pk).update(**{"rated": True, "ply": len(half_moves)} | columns)
        game.refresh_from_db()
        Move.objects.bulk_create(
            Move(
                game=game,
                ply=ply,
                notation=move,
                position=position,
                played_at=game.started_at,
                seconds_spent=0,
                deadline_at=game.started_at,
            )
            for ply, (move, position) in enumerate(played()[: len(half_moves)], start=1)
        )
        data = [as_data(each) for each in reversed(half_moves)]
        now = timezone.now()
        GameReview.objects.create(
            game=game, plies=len(data), requested_at=now, finished_at=now, version="", half_moves=data
        )
        return game

    return make


@pytest.fixture
def row(clock: time_machine.Traveller, anna: User, bert: User) -> Row:
    """A factory of games that Anna plays one after another, each an hour after the other."""

    def make(count: int, *, white: User = anna, black: User = bert, ply: int = 18, **ending: str) -> list[Game]:
        games = []
        for _game in range(count):
            clock.shift(timedelta(hours=1))
            games.append(ended_game(white, black, at=timezone.now(), **ending))
        Game.objects.filter(pk__in=[game.pk for game in games]).update(ply=ply)
        return games

    return make


def award(clock: time_machine.Traveller) -> set[tuple[str, str, int]]:
    """What the worker has awarded after a while: player, kind and game."""
    clock.shift(LATER)
    award_trophies()
    return set(Trophy.objects.values_list("user__username", "kind", "game"))
