"""The reads that come most, as requests for tools.bench.moves: a game, its events with nothing new, the home page.

Each has a budget: milliseconds of processor time in the web process.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.core import event_log
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import play_move, start_game
from tools.bench.load import Request
from tools.bench.playouts import begun_games, playouts

PLIES = 40
# So many callers that none of them reaches a rate limit; and so many players, each of whom has a game with all others.
GAMES, PLAYERS = 60, 12


@dataclass(frozen=True)
class Read:
    """Requests of one kind, and the processor time that each may take, in milliseconds."""

    name: str
    requests: list[Request]
    budget: float


def reads() -> list[Read]:
    """Make games and players, and say what to ask for."""
    games, moves = begun_games(GAMES, prefix="reader"), playouts(GAMES, seed=5)
    for (number, *_tokens), line in zip(games, moves, strict=True):
        _play(number, line[:PLIES])
    tokens = [(number, f"Authorization: Bearer {token}") for number, *both in games for token in both]
    last = {number: Event.objects.filter(game=number).latest("id").pk for number, *_tokens in games}
    address = "/api/v1/games/{}/"
    return [
        Read("GET game", [(address.format(number), header, "") for number, header in tokens], 3.0),
        Read(
            "GET game events, nothing new",
            [(f"{address.format(number)}events/?after={last[number]}", header, "") for number, header in tokens],
            4.0,
        ),
        Read("home page, signed in", [("/", header, "") for header in _sessions()], 25.0),
    ]


def _play(number: int, moves: Sequence[str]) -> None:
    game = Game.objects.with_players().get(pk=number)
    for index, move in enumerate(moves):
        play_move(number, (game.white, game.black)[index % 2], move, ply=index + 1)


def _sessions() -> list[str]:
    """The cookies of players who have eleven games each."""
    players = [User.objects.create_user(f"at-home{index}") for index in range(PLAYERS)]
    for white, black in combinations(players, 2):
        _begin(white, black)
    return [_cookies(player) for player in players]


def _begin(white: User, black: User) -> None:
    now = timezone.now()
    with transaction.atomic():
        _game, entry = start_game(white=white, black=black, agreement=Agreement(), lot=None, challenger=white, now=now)
        event_log.record([entry], now=now)


def _cookies(player: User) -> str:
    client = Client()
    client.force_login(player)
    return "Cookie: " + "; ".join(f"{name}={cookie.value}" for name, cookie in client.cookies.items())
