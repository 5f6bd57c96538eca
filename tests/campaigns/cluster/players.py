"""Pairs of bots that play game after game, each with its stream."""

import asyncio
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

import muehle
from tests.campaigns.crowd import LogFollower, crowd_client, send
from tools.launcher.workspace import ROOT

PLIES = 24
SECONDS_TO_HEAR_ALL = 60.0
SECONDS_A_MOVE = 2.0
# Printed as JSON: names and tokens of the pairs, and games that are to be lost on time. All are reached by mail, of
# games that have ended.
SEED = """
import json, sys, django
django.setup()
from allauth.account.models import EmailAddress
from accounts.models import AccessToken, User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.terms import Agreement

def person(name):
    plain = {"language": "en", "email_on_your_move": False, "emergency_day": False}
    made = User.objects.create_user(name, f"{name}@example.org", **plain)
    EmailAddress.objects.create(user=made, email=made.email, verified=True, primary=True)
    return made

def token(user):
    scopes = ["challenge:write", "game:play", "game:read"]
    return user.username, AccessToken.issue(user=user, description="test", scopes=scopes)[1]

def begun(white, black):
    challenge = actions.challenge_player(white, black, Proposal(agreement=Agreement(rated=False), colour="white"))
    return actions.accept_challenge(challenge.number, black).game.number

pairs, slow = map(int, sys.argv[1:])
people = [[person(f"{side}{index}") for side in ("white", "black")] for index in range(pairs)]
sleepers = person("slow"), person("patient")
print(json.dumps([[[token(user) for user in pair] for pair in people], [begun(*sleepers) for _game in range(slow)]]))
"""


@dataclass
class Pair:
    """White and Black with name and token; what was acknowledged, and when."""

    players: tuple[tuple[str, str], tuple[str, str]]
    acknowledged: dict[int, list[str]] = field(default_factory=dict)
    resigned: list[int] = field(default_factory=list)
    acknowledged_at: list[float] = field(default_factory=list)
    sent: int = 0

    def __post_init__(self) -> None:
        self.streams = [
            LogFollower("/api/v1/events/", token, "text/event-stream", sys.maxsize) for _name, token in self.players
        ]

    async def play(self, client: httpx.AsyncClient, *, until: threading.Event) -> None:
        """Leaves the last game as it stands."""
        while not until.is_set():
            await self._play_game(client, await self._begin(client), until=until)

    async def _begin(self, client: httpx.AsyncClient) -> int:
        (_name, white), (opponent, black) = self.players
        wanted: dict[str, object] = {"kind": "direct", "opponent": opponent, "colour": "white"}
        challenge = await self._send(client, "challenges/", white, wanted)
        accepted = await self._send(client, f"challenges/{challenge['number']}/acceptance/", black, {})
        return int(accepted["game"])

    async def _play_game(self, client: httpx.AsyncClient, number: int, *, until: threading.Event) -> None:
        tokens = [token for _name, token in self.players]
        moves = self.acknowledged.setdefault(number, [])
        for ply, move in enumerate(_playout(), start=1):
            await asyncio.sleep(SECONDS_A_MOVE * random.uniform(0.5, 1.5))
            if until.is_set():
                return
            await self._send(client, f"games/{number}/moves/", tokens[(ply + 1) % 2], {"move": move, "ply": ply})
            moves.append(move)
            self.acknowledged_at.append(time.monotonic())
        await self._send(client, f"games/{number}/resignation/", tokens[0], {})
        self.resigned.append(number)

    async def _send(self, client: httpx.AsyncClient, path: str, token: str, body: dict[str, object]) -> Any:
        answer, times = await send(client, path, token, body)
        self.sent += times
        return answer


def _playout() -> list[str]:
    match = muehle.Game()
    for _ply in range(PLIES):
        match.play(random.choice(match.legal_moves()))
    return [str(move) for move in match.moves]


def seeded(database_url: str, *, pairs: int, slow: int) -> tuple[list[Pair], list[int]]:
    """Pairs who have not begun, and the numbers of games whose time is to run out."""
    environment = {**os.environ, "DATABASE_URL": database_url, "LOG_LEVEL": "ERROR"}
    environment["DJANGO_SETTINGS_MODULE"] = "muehle_server.settings"
    command = [sys.executable, "-c", SEED, str(pairs), str(slow)]
    made = subprocess.run(command, check=True, cwd=ROOT, env=environment, capture_output=True, text=True)
    people, games = json.loads(made.stdout)
    return [Pair(tuple(map(tuple, pair))) for pair in people], games  # type: ignore[arg-type]


@contextmanager
def playing(url: str, pairs: list[Pair]) -> Iterator[Callable[[], bool]]:
    """All play until the block ends, in a thread of their own: a server dies with the thread that started it.

    Yields whether they still do. At the end each stream has been given a minute to bring what is in its log.
    """
    until, aborted = threading.Event(), threading.Event()
    with ThreadPoolExecutor(1) as executor:
        future = executor.submit(asyncio.run, _unless(aborted, _everybody(url, pairs, until)))
        try:
            yield lambda: not future.done()
        except BaseException:
            aborted.set()
            raise
        finally:
            until.set()
        future.result()


async def _unless(aborted: threading.Event, doing: Coroutine[Any, Any, None]) -> None:
    """Do it, or give up when that is asked for."""
    task = asyncio.create_task(doing)
    while not task.done() and not aborted.is_set():
        await asyncio.wait({task}, timeout=0.5)
    if aborted.is_set():
        task.cancel()
    await asyncio.wait({task})
    if not task.cancelled():
        task.result()


async def _everybody(url: str, pairs: list[Pair], until: threading.Event) -> None:
    async with crowd_client(url) as ears, crowd_client(url) as hands:
        streams = [asyncio.create_task(stream.listen(ears)) for pair in pairs for stream in pair.streams]
        async with asyncio.TaskGroup() as group:
            for pair in pairs:
                group.create_task(pair.play(hands, until=until))
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_HEAR_ALL):
                for pair in pairs:
                    for stream in pair.streams:
                        await _heard_all(hands, stream)
        for task in streams:
            task.cancel()


async def _heard_all(client: httpx.AsyncClient, stream: LogFollower) -> None:
    headers = {"Authorization": f"Bearer {stream.token}"}
    newest = (await client.get(f"{stream.path}?page_size=1", headers=headers)).json()["newest_seq"]
    while not stream.heard or stream.heard[-1][0] < newest:
        await asyncio.sleep(0.1)
