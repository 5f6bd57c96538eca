"""At the same instant, through HTTP and a real web process: every outcome happens once."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import httpx
import psycopg
import pytest
from django.db import connection

from accounts.models import AccessToken, User
from games.challenges.models import Challenge
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.moves import Move
from tests.support.api import EVERY_SCOPE
from tests.support.database_roles import as_superuser
from tests.support.live import web_process

Send = Callable[..., httpx.Response]


@pytest.fixture
def send(live_server_url: str) -> Callable[[User], Send]:
    """A factory of senders: what each posts, it posts as this user."""

    def make(user: User, url: str = live_server_url) -> Send:
        _token, secret = AccessToken.issue(user=user, description="race", scopes=list(EVERY_SCOPE))

        def post(address: str, **body: object) -> httpx.Response:
            headers = {"Authorization": f"Bearer {secret}"}
            return httpx.post(f"{url}/api/v1/{address}", json=body, headers=headers, timeout=60)

        return post

    return make


def at_once(*actions: Callable[[], httpx.Response]) -> list[tuple[int, str | None]]:
    """The status and the code of each action's answer, lowest first."""
    barrier = Barrier(len(actions))

    def start(action: Callable[[], httpx.Response]) -> tuple[int, str | None]:
        barrier.wait(timeout=30)
        answer = action()
        return answer.status_code, answer.json().get("code")

    with ThreadPoolExecutor(len(actions)) as threads:
        return sorted(threads.map(start, actions), key=str)


def test_of_different_moves_for_one_ply_one_is_played(send: Any, game: Game, anna: User) -> None:
    post, address = send(anna), f"games/{game.number}/moves/"

    answers = at_once(*(lambda move=move: post(address, move=move, ply=1) for move in ("d6", "f4", "d2", "b4")))

    assert answers == [(201, None), *[(409, "stale_ply")] * 3]
    assert Move.objects.count() == Event.objects.filter(type="move_played").count() == 1


def test_the_same_move_many_times_at_once_is_played_once(send: Any, game: Game, anna: User) -> None:
    post, address = send(anna), f"games/{game.number}/moves/"

    answers = at_once(*[lambda: post(address, move="d6", ply=1)] * 6)

    assert answers == [*[(200, None)] * 5, (201, None)]
    assert Move.objects.count() == Event.objects.filter(type="move_played").count() == 1


def test_an_open_challenge_is_taken_by_one(
    send: Any, anna: User, bert: User, carla: User, person: Callable[..., User]
) -> None:
    number = send(anna)("challenges/", kind="open").json()["number"]
    takers = [send(user) for user in (bert, carla, person("dora"), person("emil"))]

    answers = at_once(*(lambda post=post: post(f"challenges/{number}/acceptance/") for post in takers))

    assert answers == [(201, None), *[(409, "challenge_closed")] * 3]
    assert Game.objects.count() == 1
    assert Challenge.objects.get().game == Game.objects.get()


def test_an_invitation_is_taken_by_one(send: Any, anna: User, bert: User, carla: User) -> None:
    secret = send(anna)("challenges/", kind="link").json()["invitation"]["secret"]

    answers = at_once(
        *(lambda post=post: post(f"invitations/{secret}/acceptance/") for post in (send(bert), send(carla)))
    )

    assert answers == [(201, None), (409, "challenge_closed")]
    assert Game.objects.count() == 1


def test_both_players_resign_at_once_and_one_has_lost(send: Any, game: Game, anna: User, bert: User) -> None:
    address = f"games/{game.number}/resignation/"

    answers = at_once(*(lambda post=post: post(address) for post in (send(anna), send(bert))))

    assert answers == [(201, None), (409, "game_over")]
    assert Event.objects.filter(type="game_finished").count() == 1


def test_after_the_database_has_dropped_every_connection_the_next_request_works(
    send: Any, game: Game, anna: User
) -> None:
    post, address = send(anna), f"games/{game.number}/moves/"
    at_once(*[lambda: post(address, move="d6", ply=1)] * 6)

    assert dropped_connections() >= 2

    assert at_once(*[lambda: post(address, move="d6", ply=1)] * 6) == [(200, None)] * 6


@pytest.mark.campaign
def test_when_the_database_comes_back_after_a_while_the_next_request_works(send: Any, game: Game, anna: User) -> None:
    post, address = send(anna), f"games/{game.number}/moves/"
    at_once(*[lambda: post(address, move="d6", ply=1)] * 6)

    with nobody_let_in():
        dropped_connections()
        answer = post(address, move="d6", ply=1)

    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert post(address, move="d6", ply=1).status_code == 200


def dropped_connections() -> int:
    """End all connections to the tests' database but our own, as a restart does, and say how many there were."""
    with as_superuser(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


@contextmanager
def nobody_let_in() -> Iterator[None]:
    """The database refuses new connections during the block."""
    parameters = connection.get_connection_params()
    elsewhere = {name: parameters[name] for name in ("host", "port", "user", "password") if parameters.get(name)}
    with psycopg.connect(dbname="postgres", autocommit=True, **elsewhere) as other:
        other.execute(f'ALTER DATABASE "{parameters["dbname"]}" ALLOW_CONNECTIONS false')
        try:
            yield
        finally:
            other.execute(f'ALTER DATABASE "{parameters["dbname"]}" ALLOW_CONNECTIONS true')


def test_without_redis_moves_are_accepted(send: Any, game: Game, anna: User, bert: User) -> None:
    with web_process(REDIS_URL="redis://127.0.0.1:1/0") as url:
        first = send(anna, url)(f"games/{game.number}/moves/", move="d6", ply=1)
        second = send(bert, url)(f"games/{game.number}/moves/", move="f4", ply=2)

    assert (first.status_code, second.status_code) == (201, 201)
    assert Event.objects.filter(type="move_played").count() == 2
