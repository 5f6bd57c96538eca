"""What open streams cost a web process: places that run out, and neither threads nor database connections."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from django.db import connection

from accounts.models import User
from games.core.models.games import Game
from tests.games.streams.listening import listening, opened, token_of
from tests.support.live import web_process
from tests.support.playing import play
from tests.support.servers import wait_for

POOL_SIZE = 4
OPEN_STREAMS = 60


@pytest.fixture
def small_process(transactional_db: None) -> Iterator[str]:
    """A web process with few connections and places, known to the database by a name of its own."""
    if not sys.platform.startswith("linux"):
        pytest.skip("looks at processes through /proc")
    with web_process(
        DATABASE_POOL_SIZE=str(POOL_SIZE),
        PROCESS_NAME="streams",
        STREAMS_PER_PROCESS="70",
        STREAMS_PER_CALLER="65",
        STREAMS_PER_ADDRESS="70",
    ) as url:
        yield url


def connections_of(name: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = %s", [name])
        return int(cursor.fetchone()[0])


def threads_of(name: str) -> int:
    """How many threads the process of this name has."""
    for directory in Path("/proc").glob("[0-9]*"):
        if is_called(directory, name):
            status = (directory / "status").read_text()
            return int(status.partition("Threads:")[2].split()[0])
    raise LookupError(name)


def is_called(directory: Path, name: str) -> bool:
    try:
        return f"PROCESS_NAME={name}".encode() in (directory / "environ").read_bytes().split(b"\0")
    except OSError:
        return False


def test_open_streams_hold_neither_threads_nor_connections(small_process: str, game: Game) -> None:
    url = f"{small_process}/api/v1/games/{game.number}/events/"
    with ExitStack() as stack:
        ears = [stack.enter_context(listening(url)) for _index in range(10)]
        states = [ear.next() for ear in ears]
        threads = threads_of("streams")

        ears += [stack.enter_context(listening(url)) for _index in range(OPEN_STREAMS - 10)]
        states += [ear.next() for ear in ears[10:]]
        threads_of_many = threads_of("streams")
        connections = connections_of("streams")
        short = httpx.get(f"{small_process}/api/v1/games/{game.number}/")
        play(game, "d6")
        heard = [ear.next().type for ear in ears]

    assert {state.type for state in states} == {"state"}
    # The pools of the process start their threads as they need them.
    assert threads_of_many - threads <= POOL_SIZE < OPEN_STREAMS - 10
    assert connections <= POOL_SIZE
    assert short.status_code == 200
    assert heard == ["move_played"] * OPEN_STREAMS


@pytest.mark.campaign
def test_a_full_process_says_so_and_serves_those_it_has(small_process: str, game: Game, anna: User, bert: User) -> None:
    url = f"{small_process}/api/v1/games/{game.number}/events/"
    tokens = {user: token_of(user) for user in (anna, bert)}
    with ExitStack() as stack:
        ears = [stack.enter_context(listening(url, token=tokens[anna])) for _index in range(65)]
        of_one = problem_of(url, token=tokens[anna])
        ears += [stack.enter_context(listening(url, token=tokens[bert])) for _index in range(5)]
        of_all = problem_of(url, token=tokens[bert])
        page = httpx.get(url)
        for ear in ears:
            ear.next()
        play(game, "d6")
        heard = {ear.next().type for ear in ears}

    assert of_one == (429, "too_many_streams", "5")
    assert of_all == (503, "streams_full", "5")
    assert page.status_code == 200
    assert heard == {"move_played"}


@pytest.mark.campaign
def test_a_place_is_free_again_when_its_client_has_left(small_process: str, game: Game, anna: User) -> None:
    url, token = f"{small_process}/api/v1/games/{game.number}/events/", token_of(anna)
    with ExitStack() as stack:
        ears = [stack.enter_context(listening(url, token=token)) for _index in range(65)]
        for ear in ears:
            ear.next()
        full = problem_of(url, token=token)

    def is_open() -> bool:
        with opened(url, token=token) as response:
            return response.status_code == 200

    assert full == (429, "too_many_streams", "5")
    wait_for(is_open)


def problem_of(url: str, *, token: str) -> tuple[int, str, str]:
    with opened(url, token=token) as response:
        assert response.headers["Content-Type"] == "application/problem+json"
        response.read()
        return response.status_code, response.json()["code"], response.headers["Retry-After"]
