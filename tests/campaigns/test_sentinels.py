"""The master of two Valkeys is killed or hangs under open streams: Sentinels put the other in its place."""

import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from celery import Celery

from accounts.models import User
from games.core.models.games import Game
from kit import redis_connections
from tests.campaigns.test_outages import play
from tests.games.streams.listening import listening, token_of
from tests.support.live import web_process
from tests.support.playing import let_time_run_out
from tests.support.processes import beat, worker
from tests.support.sentinels import Watched, watched_valkeys
from tests.support.servers import wait_for

# A game without a mill: the stones go to points that no line joins, and then to and fro.
MOVES = ["d6", "f4", "d2", "b4", "a1", "g1", "a7", "g7", "c3", "e3"]


@pytest.fixture
def watched() -> Iterator[Watched]:
    with watched_valkeys() as found:
        yield found


def probe(url: str) -> Celery:
    """A Celery that asks at the same broker."""
    broker = redis_connections.broker(redis_connections.numbered(url, 2))
    app = Celery("probe", broker=broker.url, set_as_current=False)
    app.conf.broker_transport_options = {"socket_timeout": 2, **broker.transport_options}
    return app


def pings(app: Celery) -> bool:
    try:
        return bool(app.control.ping(timeout=1))
    except app.connection_for_write().connection_errors + app.connection_for_write().channel_errors:
        return False


@pytest.mark.campaign
@pytest.mark.parametrize("hangs", [False, True], ids=["killed", "hung"])
@pytest.mark.django_db(transaction=True)
def test_streams_and_tasks_go_on_with_another_master(
    watched: Watched, game: Game, anna: User, bert: User, tmp_path: Path, hangs: bool
) -> None:
    tokens = [token_of(player, "game:play", "game:read") for player in (anna, bert)]
    moves = itertools.count()
    statuses: list[int] = []
    app = probe(watched.url)
    with ExitStack() as stack:
        # The servers are this test's own: their first databases are used by whichever worker of pytest runs it.
        url = stack.enter_context(web_process(REDIS_URL=watched.url, PYTEST_XDIST_WORKER="gw0"))
        stack.enter_context(worker(REDIS_URL=watched.url, PYTEST_XDIST_WORKER="gw0"))
        stack.enter_context(beat(str(tmp_path / "schedule"), REDIS_URL=watched.url, PYTEST_XDIST_WORKER="gw0"))
        ears = [stack.enter_context(listening(f"{url}/api/v1/events/", token=token)) for token in tokens]
        for ear in ears:
            assert ear.next().type == "ready"

        def move() -> None:
            number = next(moves)
            statuses.append(play(url, game.number, tokens[number % 2], MOVES[number], ply=number + 1).status_code)

        move()
        wait_for(lambda: pings(app))
        first = watched.master()
        if hangs:
            watched.servers[first].pause()
        else:
            watched.servers[first].kill()
        move()
        move()
        watched.wait_for_another_master(first)
        move()
        move()
        wait_for(lambda: pings(app), seconds=120)
        if hangs:
            watched.servers[first].resume()
        else:
            watched.servers[first].on()
        watched.wait_for_replica()
        move()
        heard = [[ear.next() for _move in range(6)] for ear in ears]
        wait_for(lambda: pings(app), seconds=120)
        let_time_run_out()
        app.send_task("games.play.tasks.settle_overdue_games")
        wait_for(lambda: Game.objects.filter(status="finished").exists())

    assert statuses == [201] * 6
    for events in heard:
        assert [event.data["data"].get("move") for event in events] == MOVES[:6]
        ids = [event.id for event in events]
        assert ids == list(range(ids[0], ids[0] + 6))
