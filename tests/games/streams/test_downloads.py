"""Downloads: piece by piece at the reader's pace, holding nothing meanwhile, and broken off where they cannot end."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from django.db import connection

from accounts import tokens
from accounts.models import AccessToken, User
from games.core.models.games import Game
from games.play.actions import play_move, resign
from games.streams import downloads, serving
from games.streams.downloads import Downloads
from games.streams.errors import TooManyStreams
from games.streams.hub import Hub, Readers, latest
from games.streams.serving import Message
from kit.downloads import TOKEN, Download, Key, Slots
from tests.games.streams.listening import token_of
from tests.support.servers import wait_for

Begin = Callable[..., Game]
SCOPE = {"method": "GET", "path": "/api/v1/players/anna/games/"}
SECONDS_TO_END = 20.0


# --- From the process as it runs --------------------------------------------------------------------------------------


@pytest.fixture
def many(begin: Begin, bert: User) -> list[int]:
    """Three ended games of Anna's, newest first."""
    games = [begin() for _game in range(3)]
    for game in games:
        resign(game.number, bert)
    return [game.number for game in games][::-1]


def test_a_download_comes_whole_from_the_web_process(live_server_url: str, many: list[int]) -> None:
    answer = httpx.get(f"{live_server_url}/api/v1/players/anna/games/")

    assert answer.headers["Content-Type"] == "application/x-ndjson; charset=utf-8"
    assert answer.headers["Transfer-Encoding"] == "chunked"
    assert "RateLimit" in answer.headers
    assert [json.loads(line)["number"] for line in answer.text.splitlines()] == many


def test_a_download_of_the_page_comes_whole_too(live_server_url: str, many: list[int]) -> None:
    answer = httpx.get(f"{live_server_url}/players/anna/download/", params={"form": "pgn", "status": "finished"})

    assert answer.headers["Content-Type"] == "application/x-muehle-pgn; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="muehle-anna.pgn"'
    assert answer.headers["Transfer-Encoding"] == "chunked"
    assert answer.text.count('[Termination "resignation"]') == len(many)


def without_time_of_day(text: str) -> str:
    return re.sub(r'"server_time":"[^"]*"', "", text)


@pytest.mark.parametrize("form", ["ndjson", "pgn"])
def test_a_download_is_compressed_for_who_takes_it(live_server_url: str, many: list[int], form: str) -> None:
    url, params = f"{live_server_url}/api/v1/players/anna/games/", {"form": form}
    packed = httpx.get(url, params=params, headers={"Accept-Encoding": "gzip"})
    plain = httpx.get(url, params=params, headers={"Accept-Encoding": "identity"})

    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Content-Encoding" not in plain.headers
    assert without_time_of_day(packed.text) == without_time_of_day(plain.text)
    assert packed.num_bytes_downloaded < plain.num_bytes_downloaded / 2


def test_head_says_what_there_would_be_and_sends_nothing(live_server_url: str, many: list[int]) -> None:
    answer = httpx.head(f"{live_server_url}/api/v1/players/anna/games/", params={"form": "pgn"})

    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["Content-Type"] == "application/x-muehle-pgn; charset=utf-8"


def test_refusals_come_from_the_web_process_as_from_any_other_address(
    live_server_url: str, many: list[int], anna: User
) -> None:
    url = f"{live_server_url}/api/v1/players"
    unknown = httpx.get(f"{url}/nobody/games/")
    wrong = httpx.get(f"{url}/anna/games/", params={"outcome": "x"})
    forged = httpx.get(f"{url}/anna/games/", headers={"Authorization": "Bearer mue_wrong"})

    codes = [(answer.status_code, answer.json()["code"]) for answer in (unknown, wrong, forged)]
    assert codes == [(404, "not_found"), (400, "invalid"), (401, "invalid_token")]


def test_the_player_sees_the_last_moves_of_their_games_and_a_guest_does_not(
    live_server_url: str, game: Game, anna: User
) -> None:
    play_move(game.number, anna, "d6", ply=1)
    url, token = f"{live_server_url}/api/v1/players/anna/games/", token_of(anna)

    own = httpx.get(url, headers={"Authorization": f"Bearer {token}"}).json()
    others = httpx.get(url).json()

    assert (own["ply"], others["ply"]) == (1, 0)


def test_after_each_download_there_is_place_for_the_next(live_server_url: str, many: list[int], anna: User) -> None:
    headers = {"Authorization": f"Bearer {token_of(anna)}"}
    with httpx.Client(headers=headers) as client:
        statuses = [client.get(f"{live_server_url}/api/v1/players/anna/games/").status_code for _call in range(3)]
        with client.stream("GET", f"{live_server_url}/api/v1/players/anna/games/"):
            pass  # gone without having read

    assert statuses == [200, 200, 200]
    # The process hears only later that the client has gone.
    wait_for(lambda: httpx.get(f"{live_server_url}/api/v1/players/anna/games/", headers=headers).status_code == 200)


# --- With clients as they are seldom met ------------------------------------------------------------------------------


@asynccontextmanager
async def downloading(
    monkeypatch: pytest.MonkeyPatch,
    pieces: Iterator[bytes],
    *,
    leaves: asyncio.Event | None = None,
    ending: asyncio.Event | None = None,
    key: Key | None = None,
) -> AsyncIterator[tuple[Callable[[Any], Any], Slots]]:
    """What sends a download of these pieces to a client, given as its `send`; and the places, of which it took one."""
    readers, slots = Readers(threads=1), Slots(total=1, per_caller=1, per_address=1, too_many=TooManyStreams)
    answer = Download(pieces, slot=slots.take("guest", address=""), key=key, headers={"Content-Type": "text/plain"})
    hub = Hub(readers, latest=latest)
    application = Downloads(readers, hub=hub, ending=ending or asyncio.Event())
    monkeypatch.setattr(application, "_answer", lambda _scope: answer)

    async def receive() -> Message:
        await (leaves or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def serve(send: Callable[[Message], Any]) -> None:
        async with asyncio.timeout(SECONDS_TO_END):
            await application(SCOPE, receive, send)

    try:
        yield serve, slots
    finally:
        await hub.aclose()
        readers.close()


def bodies(sent: list[Message]) -> list[bytes]:
    return [message["body"] for message in sent if message["type"] == "http.response.body"]


def is_whole(sent: list[Message]) -> bool:
    return sent[-1]["type"] == "http.response.body" and not sent[-1].get("more_body", False)


def sent_to_client(monkeypatch: pytest.MonkeyPatch, pieces: Iterator[bytes]) -> list[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def run() -> None:
        async with downloading(monkeypatch, pieces) as (serve, slots):
            try:
                await serve(send)
            finally:
                slots.take("guest", address="")

    asyncio.run(run())
    return sent


def test_pieces_are_sent_in_slices_and_end_with_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloads, "SLICE_BYTES", 3)

    sent = sent_to_client(monkeypatch, iter([b"abcdefg", b"hi"]))

    assert bodies(sent) == [b"abc", b"def", b"g", b"hi", b""]
    assert is_whole(sent)


def test_the_slot_is_free_before_the_client_has_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    async def run() -> None:
        async with downloading(monkeypatch, iter([b"one\n"])) as (serve, slots):

            async def send(_message: Message) -> None:
                taken.append(slots.taken)

            await serve(send)

    asyncio.run(run())

    assert taken == [1, 1, 0]


def test_what_fails_on_the_way_is_broken_off_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Message] = []

    def pieces() -> Iterator[bytes]:
        yield b"one\n"
        raise ConnectionError("the database is away")

    async def send(message: Message) -> None:
        sent.append(message)

    async def run() -> None:
        async with downloading(monkeypatch, pieces()) as (serve, slots):
            with pytest.raises(ConnectionError):
                await serve(send)
            slots.take("guest", address="")

    asyncio.run(run())

    assert bodies(sent) == [b"one\n"]
    assert not is_whole(sent)


def test_nothing_is_made_ahead_of_a_reader_and_who_does_not_read_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "SLOWEST_SEND_SECONDS", 0.1)
    made: list[int] = []
    sent: list[Message] = []

    def pieces() -> Iterator[bytes]:
        for number in range(100):
            made.append(number)
            yield b"x"

    async def send(message: Message) -> None:
        sent.append(message)
        if len(sent) == 3:
            await asyncio.Event().wait()

    async def run() -> None:
        async with downloading(monkeypatch, pieces()) as (serve, slots):
            await serve(send)
            slots.take("guest", address="")

    asyncio.run(run())

    assert made == [0, 1]
    assert not is_whole(sent)


@pytest.mark.parametrize("what", ["leaves", "ending"])
def test_a_download_stops_when_its_client_leaves_or_the_process_ends(
    monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    sent: list[Message] = []

    async def run() -> None:
        over = asyncio.Event()

        async def send(message: Message) -> None:
            sent.append(message)
            if message.get("body"):
                over.set()
            await asyncio.sleep(0)

        endless = iter(lambda: b"x", b"")
        leaves, ending = (over if what == name else None for name in ("leaves", "ending"))
        async with downloading(monkeypatch, endless, leaves=leaves, ending=ending) as (serve, slots):
            await serve(send)
            slots.take("guest", address="")

    asyncio.run(run())

    assert b"x" in bodies(sent)
    assert not is_whole(sent)


@pytest.mark.django_db(transaction=True)
def test_a_download_stops_when_its_token_is_revoked(monkeypatch: pytest.MonkeyPatch, anna: User) -> None:
    token, _secret = AccessToken.issue(user=anna, description="x", scopes=["game:read"])
    sent: list[Message] = []

    def revoke() -> None:
        tokens.revoke(anna, token.pk)
        connection.close()

    async def run() -> None:
        async def send(message: Message) -> None:
            sent.append(message)
            if len(bodies(sent)) == 1:
                await asyncio.to_thread(revoke)
            await asyncio.sleep(0)

        endless = iter(lambda: b"x", b"")
        async with downloading(monkeypatch, endless, key=Key(TOKEN, token.pk)) as (serve, slots):
            await serve(send)
            slots.take("guest", address="")

    asyncio.run(run())

    assert b"x" in bodies(sent)
    assert not is_whole(sent)


@pytest.mark.django_db(transaction=True)
def test_between_two_pieces_no_connection_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[bool] = []

    def pieces() -> Iterator[bytes]:
        for _piece in range(2):
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                (pid,) = cursor.fetchone() or (0,)
            backends.append(pid)
            yield b"x"

    backends: list[int] = []

    async def run() -> None:
        async with downloading(monkeypatch, pieces()) as (serve, _slots):

            async def send(message: Message) -> None:
                if message.get("body"):
                    held.append(await asyncio.to_thread(_is_in_a_transaction, backends[-1]))

            await serve(send)

    asyncio.run(run())

    assert held == [False, False]


def _is_in_a_transaction(pid: int) -> bool:
    """Whether a connection is at something; one that was given back may be the very one that asks here."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT state FROM pg_stat_activity WHERE pid = %s AND pid <> pg_backend_pid()", [pid])
            row = cursor.fetchone()
    finally:
        connection.close()
    return row is not None and row[0] != "idle"
