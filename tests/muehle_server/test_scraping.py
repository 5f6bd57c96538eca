"""What Prometheus gets from real processes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from games.core.models.events import Event
from games.core.models.games import Game
from games.play.tasks import settle_overdue_games
from tests.games.streams.listening import listening
from tests.support.live import WebProcess, restartable_web_process, web_process
from tests.support.metrics import TOKEN, scraped
from tests.support.playing import let_time_run_out
from tests.support.processes import worker
from tests.support.servers import free_port, wait_for
from tools.launcher.workspace import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

ALIVE = "/api/v1/health/live/"


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """Where processes that are counted together store their values."""
    return str(tmp_path / "metrics")


@pytest.fixture(scope="module")
def url(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """A web process that is alone."""
    with django_db_blocker.unblock(), web_process(METRICS_TOKEN=TOKEN) as url:
        yield url


@contextmanager
def two_processes(folder: str) -> Iterator[tuple[WebProcess, str]]:
    shared = {"METRICS_TOKEN": TOKEN, "PROMETHEUS_MULTIPROC_DIR": folder}
    with (
        restartable_web_process(published=None, **shared) as first,
        web_process(published=None, **shared) as second,
    ):
        yield first, second


def requests_to(url: str, route: str) -> float:
    return scraped(url).value("muehle_requests_total", route=route)


def test_without_a_token_there_are_no_metrics(live_server_url: str) -> None:
    answer = httpx.get(f"{live_server_url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})

    assert answer.status_code == 404
    assert "muehle_" not in answer.text


def test_who_has_not_the_token_gets_nothing(url: str) -> None:
    refused = [
        httpx.get(f"{url}/metrics", headers=headers)
        for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": f"Basic {TOKEN}"})
    ]

    assert [(answer.status_code, answer.headers["WWW-Authenticate"]) for answer in refused] == [(401, "Bearer")] * 3
    assert [answer.text for answer in refused] == ["This needs the token of METRICS_TOKEN.\n"] * 3


def test_unknown_addresses_and_methods_share_a_label(url: str, game: Game) -> None:
    for path in (
        "/nowhere/1/",
        "/nowhere/2/",
        "/static/nothing.css",
        "/api/v1/nowhere/3/",
        f"/games/{game.number}/",
        "/",
    ):
        httpx.get(url + path)
    httpx.get(f"{url}/static/web/favicon.svg")
    httpx.request("PROPFIND", f"{url}/nowhere/4/")

    found = scraped(url)

    routes = {"/", "/^api/(?P<rest>.*)$", "/api/v1/health/live/", "/games/<int:number>/", "(none)", "(static)"}
    assert found.labels("muehle_requests_total", "route") - {"/metrics"} == routes
    assert found.labels("muehle_requests_total", "method") == {"GET", "other"}
    assert found.value("muehle_requests_total", route="(none)", status="404", method="GET") == 3
    assert found.value("muehle_request_seconds_count", route="(none)", method="GET") == 3


def test_two_processes_are_counted_together(folder: str, game: Game) -> None:
    """The requests of both remain when one ends; open streams are those of the living."""
    events = f"/api/v1/games/{game.number}/events/"
    with two_processes(folder) as (first, second):
        before = requests_to(second, ALIVE)
        for url, times in ((first.url, 3), (second, 4)):
            for _time in range(times):
                httpx.get(url + ALIVE)
        counts = [requests_to(first.url, ALIVE), requests_to(second, ALIVE)]
        with listening(first.url + events), listening(second + events), listening(second + events):
            wait_for(lambda: scraped(second).value("muehle_streams_open") == 3)
            first.kill()
            wait_for(lambda: scraped(second).value("muehle_streams_open") == 2)
        after_the_end = requests_to(second, ALIVE)
        opened = requests_to(second, "/api/v1/games/<int:number>/events/ (stream)")

    assert [count - before for count in (*counts, after_the_end)] == [7, 7, 7]
    assert opened == 3


def test_a_scrape_says_how_clock_and_pool_are(url: str) -> None:
    found = scraped(url)

    assert abs(found.value("muehle_clock_skew_seconds")) < 5
    assert 1 <= found.value("muehle_database_pool_connections") <= 8
    assert found.value("muehle_database_pool_waiting") == 0
    assert found.value("muehle_database_up") == 1
    # A busy Redis may answer later than the scrape waits.
    wait_for(lambda: scraped(url).value("muehle_redis_up") == 1)


def test_without_redis_the_other_metrics_are_there(game: Game) -> None:
    with web_process(METRICS_TOKEN=TOKEN, REDIS_URL="redis://127.0.0.1:1/0") as url:
        found = scraped(url)

    assert (found.value("muehle_redis_up"), found.value("muehle_games_ongoing")) == (0, 1)
    assert found.value("muehle_metrics_missing") == 1
    assert "muehle_tasks_waiting" not in found.names()


def test_without_the_database_the_other_metrics_are_there() -> None:
    with web_process(METRICS_TOKEN=TOKEN, DATABASE_URL="postgres://nobody@127.0.0.1:1/none") as url:
        found = scraped(url)

    assert (found.value("muehle_database_up"), found.value("muehle_redis_up")) == (0, 1)
    assert "muehle_games_ongoing" not in found.names()
    assert found.value("muehle_requests_total", route=ALIVE) >= 1


@pytest.mark.casual
def test_a_worker_settles_what_is_overdue_and_says_which_tasks_it_has_run(folder: str, game: Game) -> None:
    let_time_run_out()
    address = f"127.0.0.1:{free_port()}"
    task = "games.play.tasks.settle_overdue_games"
    with worker(METRICS_TOKEN=TOKEN, PROMETHEUS_MULTIPROC_DIR=folder, WORKER_METRICS_ADDRESS=address):
        settle_overdue_games.delay()
        settle_overdue_games.delay()
        wait_for(lambda: _answers(f"http://{address}"))
        wait_for(lambda: "muehle_tasks_total" in scraped(f"http://{address}").names())
        wait_for(lambda: scraped(f"http://{address}").value("muehle_tasks_total", task=task) == 2)
        found = scraped(f"http://{address}")
        refused = httpx.get(f"http://{address}/metrics")

    game.refresh_from_db()
    assert game.termination == "timeout"
    assert Event.objects.filter(type="game_finished").count() == 1
    assert found.labels("muehle_tasks_total", "outcome") == {"success"}
    assert found.value("muehle_task_seconds_count", task=task) == 2
    assert abs(found.value("muehle_clock_skew_seconds")) < 5
    assert refused.status_code == 401


def _answers(url: str) -> bool:
    try:
        return httpx.get(url).status_code == 404
    except httpx.HTTPError:
        return False


def test_several_processes_without_a_folder_say_that_their_metrics_are_partial(
    capfd: pytest.CaptureFixture[str],
) -> None:
    command = [sys.executable, "-m", "uvicorn", "muehle_server.asgi:application", "--workers", "2"]
    environment = {**os.environ, "METRICS_TOKEN": TOKEN, "PROMETHEUS_MULTIPROC_DIR": "", "LOG_LEVEL": "WARNING"}
    seen = ""

    def lines() -> int:
        nonlocal seen
        seen += capfd.readouterr().err
        return seen.count("metrics_of_one_process")

    process = subprocess.Popen([*command, "--port", str(free_port())], env=environment, cwd=ROOT)
    try:
        wait_for(lambda: lines() == 2)
    finally:
        process.terminate()
        process.wait()


def test_a_worker_that_would_tell_nothing_of_its_children_does_not_start() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", "import muehle_server.settings"],
        env={**os.environ, "WORKER_METRICS_ADDRESS": "127.0.0.1:9801", "PROMETHEUS_MULTIPROC_DIR": ""},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )

    assert answer.returncode == 1
    assert "WORKER_METRICS_ADDRESS needs PROMETHEUS_MULTIPROC_DIR" in answer.stderr
