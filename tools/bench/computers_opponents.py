"""The players of the games against computers, for tools.bench.computers: a process that answers over the API.

It looks for games in which its players are on move, and posts a move of level 3 in each. It plays while it is told to.
"""

import contextlib
import http.client
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Self, TypedDict

from tools.launcher.web import Address

if TYPE_CHECKING:
    from accounts.models import User

# The level that chooses the moves of the players.
PLAYED_BY = 3
SECONDS_BETWEEN_LOOKS = 0.2
# The players are on other machines: what this process takes is not to count.
NICENESS = 10
CREATED = 201


class Players(TypedDict):
    """Where to play, and each player's key, token and opponent's level."""

    host: str
    port: int
    players: list[tuple[int, str, int]]


@dataclass(frozen=True)
class Opponents:
    """The process as its parent sees it."""

    keys: list[int]
    process: subprocess.Popen[str]

    @classmethod
    @contextmanager
    def of(cls, address: Address, count: int, levels: str) -> Iterator[Self]:
        """So many players with one game each, against computers of these levels in turns."""
        from accounts.models import User
        from tools.bench.playouts import token_of

        users = User.objects.bulk_create(User(username=f"opponent{index}", password="!") for index in range(count))
        rows = [(user.pk, token_of(user), int(levels[index % len(levels)])) for index, user in enumerate(users)]
        for user, (_key, _token, level) in zip(users, rows, strict=True):
            begin_game(user, level)
        command = [sys.executable, "-m", "tools.bench.computers_opponents"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            opponents = cls([user.pk for user in users], process)
            opponents._say(json.dumps(Players(host=address.host, port=address.port, players=rows)))
            yield opponents
        finally:
            process.terminate()
            process.wait()

    def play(self) -> None:
        """Begin to answer."""
        self._say("play")

    def rest(self) -> None:
        """Stop to answer."""
        self._say("rest")

    def half_moves(self) -> int:
        """How many half-moves the games with computers have."""
        from django.db.models import Sum

        from games.core.models.games import Game

        total = Game.objects.filter(computer_game__player__in=self.keys).aggregate(total=Sum("ply"))["total"]
        return int(total or 0)

    def waiting(self) -> int:
        """In how many games a computer is to answer now."""
        from games.computer import turns

        return turns.count_due()

    def wait_until_answered(self, seconds: float) -> None:
        """Return when no computer has anything to answer. Raises TimeoutError after so long."""
        until = time.monotonic() + seconds
        # A request of the players may still be on its way.
        time.sleep(0.5)
        while self.waiting():
            if time.monotonic() > until:
                raise TimeoutError(f"the computers have not answered in {self.waiting()} games")
            time.sleep(0.2)

    def _say(self, line: str) -> None:
        stream = self.process.stdin
        assert stream is not None
        assert self.process.poll() is None, "the process of the players has ended"
        stream.write(f"{line}\n")
        stream.flush()
        output = self.process.stdout
        assert output is not None
        if output.readline() != "done\n":
            raise RuntimeError("the process of the players has failed")


def begin_game(user: "User", level: int) -> None:
    """A casual game of the player with the computer of this level."""
    from accounts.models import User
    from games.challenges import actions
    from games.challenges.actions import Proposal
    from games.core.models.terms import Agreement

    computer = User.objects.get(computer_level=level)
    actions.challenge_player(user, computer, Proposal(agreement=Agreement(rated=False), bots_welcome=True))


def games_of(players: Collection[int]) -> tuple[list[tuple[int, int]], set[int]]:
    """The games in which one of the players is on move, as number and player, and the players who have no game."""
    from games.core.models.games import Game

    ongoing = Game.objects.ongoing().filter(computer_game__player__in=players)
    games = list(ongoing.values_list("number", "on_move", "computer_game__player"))
    on_move = [(number, player) for number, on_move, player in games if on_move == player]
    return on_move, set(players) - {player for _number, _on_move, player in games}


def chosen(number: int) -> tuple[str, int]:
    """The move that the player makes in the game, and which half-move it is."""
    from games.core.queries import current_game
    from games.play.loading import resumed
    from muehle_engine import LEVELS, choose

    game = current_game(number)
    return str(choose(resumed(game), LEVELS[PLAYED_BY - 1], seed=number).move), game.ply + 1


class Answering:
    """The players, in their own process."""

    def __init__(self, about: Players) -> None:
        self._tokens = {key: token for key, token, _level in about["players"]}
        self._levels = {key: level for key, _token, level in about["players"]}
        self._address = about["host"], about["port"]

    def answer(self) -> None:
        """Move in each game in which a player is on move; begin the next one for those who have none."""
        from accounts.models import User

        on_move, idle = games_of(self._tokens.keys())
        for number, player in on_move:
            self._move(number, player)
        for user in User.objects.filter(pk__in=idle):
            begin_game(user, self._levels[user.pk])

    def _move(self, number: int, player: int) -> None:
        move, ply = chosen(number)
        body = json.dumps({"move": move, "ply": ply})
        headers = {"Authorization": f"Bearer {self._tokens[player]}", "Content-Type": "application/json"}
        # A connection for each move: one that is kept is closed by the server while nobody plays.
        with contextlib.closing(http.client.HTTPConnection(*self._address, timeout=30)) as connection:
            connection.request("POST", f"/api/v1/games/{number}/moves/", body, headers)
            answer = connection.getresponse()
            content = answer.read()
        if answer.status != CREATED:
            raise RuntimeError(f"{answer.status}: {content[:500]!r}")


def _serve(commands: IO[str]) -> None:
    import django

    os.nice(NICENESS)
    django.setup()
    players = Answering(json.loads(commands.readline()))
    print("done", flush=True)
    is_playing = False
    while True:
        ready, _, _ = select.select([commands], [], [], SECONDS_BETWEEN_LOOKS if is_playing else None)
        if ready:
            line = commands.readline()
            if not line:
                return
            is_playing = line.strip() == "play"
            print("done", flush=True)
        if is_playing:
            players.answer()


if __name__ == "__main__":
    _serve(sys.stdin)
