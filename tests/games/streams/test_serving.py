"""How a stream ends. Clients are ASGI's two callables here: one that reads nothing is hard to come by otherwise."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIRequestFactory

from accounts.models import AccessToken, User
from games.core.models.games import Game
from games.streams import serving
from games.streams.errors import TooManyStreams
from games.streams.framing import SSE
from games.streams.hub import Hub, Readers
from games.streams.logs import GameLog, latest
from games.streams.requests import UserStreamView
from games.streams.serving import Message, Stream, serve
from kit.downloads import Slots

Serve = Callable[[Callable[[Message], Awaitable[None]]], Awaitable[None]]
SECONDS_TO_END = 20.0


def one_slot() -> Slots:
    return Slots(total=1, per_caller=1, per_address=1, too_many=TooManyStreams)


@asynccontextmanager
async def served(
    game: Game,
    *,
    client_leaves: asyncio.Event | None = None,
    ending: asyncio.Event | None = None,
    slots: Slots | None = None,
) -> AsyncIterator[Serve]:
    """What serves the game's stream to a client, given as its `send`."""
    readers = Readers(threads=1)
    hub = Hub(readers, latest=latest)
    stream = Stream(
        source=GameLog(game=game, viewer_id=None),
        after=None,
        stream_format=SSE,
        slot=(slots or one_slot()).take("guest", address=""),
    )

    async def receive() -> Message:
        await (client_leaves or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def serve_to(send: Callable[[Message], Awaitable[None]]) -> None:
        async with asyncio.timeout(SECONDS_TO_END):
            await serve(
                stream,
                headers=[],
                hub=hub,
                readers=readers,
                ending=ending or asyncio.Event(),
                receive=receive,
                send=send,
            )
        assert hub._listeners == {}

    try:
        yield serve_to
    finally:
        await hub.aclose()
        readers.close()


@pytest.mark.django_db(transaction=True)
def test_a_stream_ends_after_its_lifetime_so_that_a_revoked_key_stops_listening(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "LIFETIME_SECONDS", 0.0)
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def run() -> None:
        async with served(game) as serve_to:
            await serve_to(send)

    asyncio.run(run())

    assert [message.get("more_body") for message in sent] == [None, True, None]
    assert b"event: state" in sent[1]["body"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["lifetime", "ending"])
def test_the_slot_is_free_before_the_client_has_the_end(game: Game, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    if what == "lifetime":
        monkeypatch.setattr(serving, "LIFETIME_SECONDS", 0.0)
    taken: list[int] = []

    async def run() -> None:
        slots, ending = one_slot(), asyncio.Event()

        async def send(message: Message) -> None:
            taken.append(slots.taken)
            if message.get("body") and what == "ending":
                ending.set()

        async with served(game, ending=ending, slots=slots) as serve_to:
            await serve_to(send)

    asyncio.run(run())

    assert taken == [1, 1, 0]


def test_a_stream_ends_with_its_token(anna: User) -> None:
    expires_at = timezone.now() + timedelta(seconds=5)
    _token, secret = AccessToken.issue(user=anna, description="x", scopes=["game:read"], expires_at=expires_at)
    request = APIRequestFactory().get("/api/v1/events/", HTTP_AUTHORIZATION=f"Bearer {secret}")

    opened: Any = UserStreamView.as_view()(request)
    opened.stream.slot.release()

    assert opened.stream.expires_at == expires_at
    assert opened.stream.lifetime_seconds(now=expires_at - timedelta(seconds=5)) == 5.0


@pytest.mark.django_db(transaction=True)
def test_a_client_that_does_not_read_is_dropped(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "SLOWEST_SEND_SECONDS", 0.1)
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)
        if len(sent) == 3:
            await asyncio.Event().wait()

    async def run() -> None:
        async with served(game) as serve_to:
            await serve_to(send)

    asyncio.run(run())

    assert len(sent) == 3


@pytest.mark.django_db(transaction=True)
def test_a_stream_ends_when_its_client_leaves(game: Game) -> None:
    async def run() -> None:
        leaves = asyncio.Event()

        async def send(message: Message) -> None:
            if b"event: state" in message.get("body", b""):
                leaves.set()

        async with served(game, client_leaves=leaves) as serve_to:
            await serve_to(send)

    asyncio.run(run())


@pytest.mark.django_db(transaction=True)
def test_silence_is_broken_now_and_then(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "QUIET_SECONDS", 0.01)

    async def run() -> None:
        leaves = asyncio.Event()

        async def send(message: Message) -> None:
            if message.get("body") == b": \n\n":
                leaves.set()

        async with served(game, client_leaves=leaves) as serve_to:
            await serve_to(send)

    asyncio.run(run())


@pytest.mark.django_db(transaction=True)
def test_a_stream_ends_with_its_process(game: Game) -> None:
    sent: list[Message] = []

    async def run() -> None:
        ending = asyncio.Event()

        async def send(message: Message) -> None:
            sent.append(message)
            if b"event: state" in message.get("body", b""):
                ending.set()

        async with served(game, ending=ending) as serve_to:
            await serve_to(send)

    asyncio.run(run())

    assert sent[-1] == {"type": "http.response.body", "body": b""}
