"""Every answer has an id, and log lines have the same."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import structlog

from games.core.models.games import Game
from games.play.tasks import settle_overdue_games
from tests.games.streams.listening import opened
from tests.support.live import web_process
from tests.support.playing import let_time_run_out
from tests.support.processes import worker
from tests.support.servers import wait_for

pytestmark = pytest.mark.django_db(transaction=True)

READY = "/api/v1/health/ready/"
UUID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"


@pytest.mark.parametrize(
    ("method", "path", "content", "status"),
    [
        ("GET", "/", b"", 200),
        ("GET", "/api/v1/health/live/", b"", 200),
        ("OPTIONS", "/api/v1/games/", b"", 405),
        ("GET", "/api/v1/nowhere/", b"", 404),
        ("GET", "/static/nothing.css", b"", 404),
        ("GET", "/static/web/favicon.svg", b"", 200),
        ("GET", "/nowhere/", b"", 404),
        ("POST", "/api/v1/positions/", b"x" * (1024 * 1024 + 1), 413),
        ("GET", "/api/v1/records/export/", b"", 401),
    ],
)
def test_every_answer_has_an_id_of_its_own(
    live_server_url: str, method: str, path: str, content: bytes, status: int
) -> None:
    answers = [httpx.request(method, live_server_url + path, content=content, timeout=20) for _time in range(2)]

    ids = [answer.headers.get_list("X-Request-Id") for answer in answers]

    assert [answer.status_code for answer in answers] == [status] * 2
    assert all(len(found) == 1 and re.fullmatch(UUID, found[0]) for found in ids)
    assert ids[0] != ids[1]


def test_a_stream_has_an_id_too(live_server_url: str, game: Game) -> None:
    with opened(f"{live_server_url}/api/v1/games/{game.number}/events/") as answer:
        assert re.fullmatch(UUID, answer.headers["X-Request-Id"])


def test_a_problem_names_the_id_of_its_answer(live_server_url: str) -> None:
    answer = httpx.get(f"{live_server_url}/api/v1/nowhere/")

    assert answer.json()["request_id"] == answer.headers["X-Request-Id"]
    assert "X-Request-Id" in httpx.get(
        f"{live_server_url}/api/v1/games/", headers={"Origin": "https://elsewhere.example"}
    ).headers["Access-Control-Expose-Headers"].split(", ")


def test_the_id_of_a_client_is_not_taken(live_server_url: str) -> None:
    answer = httpx.get(f"{live_server_url}{READY}", headers={"X-Request-Id": "of-a-client"})

    assert re.fullmatch(UUID, answer.headers["X-Request-Id"])


@pytest.mark.parametrize(
    ("said", "is_taken"),
    [
        ("0af7651916cd43dd8448eb211c80319c", True),
        ("Of.a-Proxy_1", True),
        ("x" * 64, True),
        ("x" * 65, False),
        ("short", False),
        ("with a space", False),
        ('with"quotation', False),
    ],
)
def test_the_id_of_a_trusted_proxy_is_taken_if_it_is_well_formed(trusting: str, said: str, is_taken: bool) -> None:
    answer = httpx.get(f"{trusting}/nowhere/", headers={"X-Request-Id": said})

    (found,) = answer.headers.get_list("X-Request-Id")
    assert (found == said) is is_taken
    assert is_taken or re.fullmatch(UUID, found)


@pytest.fixture(scope="module")
def trusting(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """A web process behind a proxy that gives ids."""
    with django_db_blocker.unblock(), web_process(TRUST_REQUEST_ID="true") as url:
        yield url


def test_every_log_line_of_a_request_has_its_id(capfd: pytest.CaptureFixture[str], game: Game) -> None:
    with web_process(LOG_LEVEL="INFO", LOG_FORMAT="json") as url:
        capfd.readouterr()
        answers = [httpx.get(url + path) for path in ("/nowhere/", "/api/v1/nowhere/", f"/api/v1/games/{game.number}/")]
        refused = httpx.post(f"{url}/api/v1/positions/", content=iter([b"x"]))
        lines = logged(capfd.readouterr().err)

    ids = [answer.headers["X-Request-Id"] for answer in (*answers, refused)]
    assert {line["event"] for line in lines} >= {
        "Not Found: (unknown address)",
        "request_finished",
        "refused_at_the_door",
    }
    assert [line for line in lines if line.get("request_id") not in ids] == []
    assert {line["request_id"] for line in lines} == {ids[0], ids[1], ids[3]}


def test_log_lines_of_a_task_have_the_id_of_the_request_that_asked_for_it(
    capfd: pytest.CaptureFixture[str], game: Game
) -> None:
    let_time_run_out()
    # However small the difference, this worker finds the clocks skewed, and says so.
    with worker(CLOCK_TOLERANCE="-1", LOG_FORMAT="json"):
        with structlog.contextvars.bound_contextvars(request_id="of-a-request"):
            task = settle_overdue_games.delay()
        seen = ""

        def skew() -> list[dict[str, Any]]:
            nonlocal seen
            seen += capfd.readouterr().err
            return [line for line in logged(seen) if line["event"] == "clock_skewed"]

        wait_for(skew)

    (line,) = skew()
    assert (line["request_id"], line["task_id"]) == ("of-a-request", task.id)


def logged(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line.startswith("{") and line.endswith("}")]
