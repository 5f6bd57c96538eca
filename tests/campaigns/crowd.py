"""Many clients at once, each as its author would write one: it comes back with its last number, and sends a move again
until it has heard the answer."""

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx

LONGEST_SILENCE_SECONDS = 20.0
LONGEST_PAUSE_SECONDS = 0.5


@dataclass
class LogFollower:
    """Follows one log until its last awaited game has ended; notes the numbers and types of what it hears."""

    path: str
    token: str
    accept: str
    games_to_end: int = 1
    heard: list[tuple[int, str]] = field(default_factory=list)
    connections: int = 0

    async def listen(self, client: httpx.AsyncClient) -> None:
        while self.games_to_end:
            with contextlib.suppress(httpx.HTTPError):
                await self._connect(client)
            await pause()

    async def _connect(self, client: httpx.AsyncClient) -> None:
        after = self.heard[-1][0] if self.heard else 0
        headers = {"Authorization": f"Bearer {self.token}", "Accept": self.accept, "Last-Event-ID": str(after)}
        async with client.stream("GET", self.path, headers=headers) as response:
            if response.status_code != httpx.codes.OK:
                return
            self.connections += 1
            async for number, kind in events(response):
                self.heard.append((number, kind))
                self.games_to_end -= kind == "game_finished"
                if not self.games_to_end:
                    return


async def events(response: httpx.Response) -> AsyncIterator[tuple[int, str]]:
    """Number and type of each event, in either form."""
    async for line in response.aiter_lines():
        text = line.removeprefix("data: ")
        if text.startswith("{"):
            event = json.loads(text)
            yield event["seq"], event["type"]


@dataclass
class ScriptedGame:
    """A game that is played by its script, a side after the other, and given up by White after it."""

    number: int
    tokens: tuple[str, str]
    moves: Sequence[str]
    sent: int = 0

    async def play(self, client: httpx.AsyncClient, *, seconds_a_move: float) -> None:
        for ply, move in enumerate(self.moves, start=1):
            await asyncio.sleep(seconds_a_move * random.uniform(0.5, 1.5))
            await self._send(client, "moves", self.tokens[(ply + 1) % 2], {"move": move, "ply": ply})
        await self._send(client, "resignation", self.tokens[0], {})

    async def _send(self, client: httpx.AsyncClient, action: str, token: str, body: dict[str, object]) -> None:
        _answer, times = await send(client, f"games/{self.number}/{action}/", token, body)
        self.sent += times


async def send(client: httpx.AsyncClient, path: str, token: str, body: dict[str, object]) -> tuple[Any, int]:
    """Post it until it is answered as done; the answer, and how often it was sent. Raises AssertionError for a
    refusal."""
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": str(uuid4())}
    for times in itertools.count(1):
        with contextlib.suppress(httpx.HTTPError):
            answer = await client.post(f"/api/v1/{path}", json=body, headers=headers)
            if answer.is_success:
                return answer.json(), times
            assert answer.is_server_error, answer.text
        await pause()
    raise AssertionError


async def pause() -> None:
    """Not all at once."""
    await asyncio.sleep(random.uniform(0.1, LONGEST_PAUSE_SECONDS))


def crowd_client(url: str) -> httpx.AsyncClient:
    """For any number of connections; a stream that says nothing for longer than it may is given up."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=50)
    timeout = httpx.Timeout(LONGEST_SILENCE_SECONDS, pool=None)
    return httpx.AsyncClient(base_url=url, limits=limits, timeout=timeout)
