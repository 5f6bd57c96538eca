"""Games for tools.bench.moves: random legal playouts, and begun games with two players and their tokens for each."""

from random import Random

from django.db import transaction
from django.utils import timezone

import muehle
from accounts.models import AccessToken, User
from games.core import event_log
from games.core.models.terms import Agreement
from games.core.scopes import GAME_PLAY
from games.play.actions import start_game


def playouts(count: int, *, seed: int) -> list[list[str]]:
    """Whole games at random under the standard rules, as written moves; about eighty half-moves each."""
    random = Random(seed)
    return [_playout(random) for _game in range(count)]


def _playout(random: Random) -> list[str]:
    match, moves = muehle.Game(), []
    while match.outcome() is None:
        move = random.choice(match.legal_moves())
        match.play(move)
        moves.append(str(move))
    return moves


def begun_games(count: int, *, prefix: str) -> list[tuple[int, str, str]]:
    """Rated games that have just begun, each between two new players: number, White's and Black's token."""
    users = User.objects.bulk_create(User(username=f"{prefix}{index}", password="!") for index in range(2 * count))
    return [_begun(white, black) for white, black in zip(users[::2], users[1::2], strict=True)]


def _begun(white: User, black: User) -> tuple[int, str, str]:
    now = timezone.now()
    with transaction.atomic():
        game, entry = start_game(white=white, black=black, agreement=Agreement(), lot=None, challenger=white, now=now)
        event_log.record([entry], now=now)
    return game.pk, token_of(white), token_of(black)


def token_of(user: User) -> str:
    """A new token of the user, with the right to play."""
    _row, secret = AccessToken.issue(user=user, description="bench", scopes=[GAME_PLAY.name])
    return secret
