"""A web process and a worker with wrong clocks, which jump as well: nobody loses time, and no game is lost."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest
from django.db import connection

from accounts import tokens
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.moves import Move
from games.core.scopes import GAME_PLAY
from games.play.tasks import settle_overdue_games
from tests.support.live import web_process
from tests.support.playing import fresh
from tests.support.processes import wait_for_worker, worker
from tests.support.servers import wait_for
from tools.launcher.workspace import ROOT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.campaign]

MINUTE, DAY = 60, 86_400
MOVES = ("d6", "f4", "d2", "b4", "g7", "a1")


class WrongClock:
    """The clock of processes that are started with `environment`."""

    def __init__(self, file: Path, seconds: int) -> None:
        self._file = file
        self.set(seconds)
        self.environment = {"PYTHONPATH": str(ROOT / "tests" / "support" / "wrong_clock"), "WRONG_CLOCK": str(file)}

    def set(self, seconds: int) -> None:
        """How far it is ahead from now on."""
        self._file.write_text(str(seconds))


def database_time() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (moment,) = cursor.fetchone()
    assert isinstance(moment, datetime)
    return moment


class Players:
    """Anna and Bert, who move in turns over the API of a web process."""

    def __init__(self, http: httpx.Client, game: Game) -> None:
        self._http = http
        self._game = game
        self._tokens = [
            tokens.issue(player, description="", scopes=[GAME_PLAY.name])[1] for player in (game.white, game.black)
        ]

    def play(self, ply: int) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self._tokens[ply % 2]}"}
        return self._http.post(
            f"/games/{self._game.pk}/moves/", json={"move": MOVES[ply], "ply": ply + 1}, headers=headers
        )

    def clock_of_the_process(self) -> str:
        return str(self._http.get("/health/ready/").json()["clock"])


def has_settled(game: Game) -> bool:
    settle_overdue_games.delay()
    return not fresh(game).is_ongoing


@pytest.mark.parametrize(
    ("web_seconds", "worker_seconds"),
    [(-10 * MINUTE, 4 * DAY), (4 * DAY, -4 * DAY), (-4 * DAY, 10 * MINUTE)],
)
def test_processes_with_wrong_clocks_take_no_time_and_end_no_game(
    tmp_path: Path, begin: Callable[..., Game], web_seconds: int, worker_seconds: int
) -> None:
    game, other = begin(), begin()
    web_clock, worker_clock = WrongClock(tmp_path / "web", web_seconds), WrongClock(tmp_path / "worker", worker_seconds)

    with (
        web_process(published=None, **web_clock.environment) as url,
        worker(**worker_clock.environment),
        httpx.Client(base_url=f"{url}/api/v1", timeout=30) as http,
    ):
        players = Players(http, game)
        for ply in range(len(MOVES)):
            answer = players.play(ply)
            assert answer.status_code == 201, answer.text
            web_clock.set(web_seconds * (-1) ** ply)
            settle_overdue_games.delay()
            wait_for_worker()
        clock = players.clock_of_the_process()
        Game.objects.filter(pk=other.pk).update(
            turn_started_at=database_time() - timedelta(days=4), deadline_at=database_time() - timedelta(days=1)
        )
        settle_overdue_games.delay()
        wait_for_worker()
        before = fresh(other).status
        worker_clock.set(0)
        wait_for(lambda: has_settled(other))

    assert (clock, before) == ("skewed", Game.Status.ONGOING)
    assert fresh(game).is_ongoing
    assert [move.seconds_spent for move in Move.objects.filter(game=game) if move.seconds_spent > MINUTE] == []
    deadline_at = fresh(game).deadline_at
    assert deadline_at is not None
    left = deadline_at - database_time()
    assert timedelta(days=3) - timedelta(minutes=1) < left <= timedelta(days=3)
    moments = list(Event.objects.filter(game=game).order_by("id").values_list("created_at", flat=True))
    assert moments == sorted(moments)
    assert abs(moments[-1] - database_time()) < timedelta(minutes=2)
