"""Alive and ready, also where something is missing."""

import time
from datetime import UTC, datetime, timedelta

import httpx
import pytest
import time_machine
from pytest_django import DjangoAssertNumQueries, Settings

from games.core import pubsub
from kit import database_time, redis_connections
from kit.database_time import DatabaseClock
from tests.support.api import Api
from tests.support.live import web_process
from tests.support.servers import own_valkey

NOBODY_LISTENS = "redis://127.0.0.1:1/0"
A_LONG_TIME = 60


def test_a_process_is_alive_without_asking_anybody(api: Api, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert api().read("health/live/") == {"status": "alive"}


def test_a_process_is_ready_when_the_database_answers(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "REACHABLE_SECONDS", A_LONG_TIME)

    assert api().read("health/ready/") == {"status": "ready", "database": "up", "redis": "up", "clock": "right"}


def test_a_process_with_a_wrong_clock_is_ready_and_says_so(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_time, "source", DatabaseClock())
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=31)):
        assert api().read("health/ready/")["clock"] == "skewed"
    with time_machine.travel(datetime.now(UTC) - timedelta(seconds=29)):
        assert api().read("health/ready/")["clock"] == "right"


def test_without_redis_it_is_still_ready_and_says_so(api: Api, settings: Settings) -> None:
    settings.PUBSUB_URL = NOBODY_LISTENS

    assert api().read("health/ready/") == {"status": "ready", "database": "up", "redis": "down", "clock": "right"}


def test_readiness_does_not_wait_for_a_redis_that_hangs(
    api: Api, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_connections, "TIMEOUT_SECONDS", A_LONG_TIME)
    with own_valkey() as valkey:
        settings.PUBSUB_URL = valkey.url
        assert pubsub._client().ping()
        valkey.pause()
        began = time.monotonic()
        try:
            ready = api().read("health/ready/")
            ready_again = api().read("health/ready/")
        finally:
            seconds = time.monotonic() - began
            valkey.resume()

    assert ready == ready_again == {"status": "ready", "database": "up", "redis": "down", "clock": "right"}
    assert seconds < A_LONG_TIME / 2


@pytest.mark.campaign
@pytest.mark.django_db
def test_without_a_database_it_is_not_ready_and_the_api_says_so_in_its_own_words() -> None:
    with web_process(DATABASE_URL="postgres://nobody@127.0.0.1:1/nothing") as url:
        ready = httpx.get(f"{url}/api/v1/health/ready/", timeout=60)
        game = httpx.get(f"{url}/api/v1/games/1/", timeout=60)

    assert (ready.status_code, ready.json()) == (
        503,
        {"status": "not_ready", "database": "down", "redis": "up", "clock": "unknown"},
    )
    assert (game.status_code, game.json()["code"], game.headers["Retry-After"]) == (503, "unavailable", "5")
    assert game.headers["Content-Type"] == "application/problem+json"
