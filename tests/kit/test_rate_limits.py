"""Limits: counted by caller, said in every answer, and open where Redis is away."""

import json
import re
from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings as django_settings
from django.core.cache import cache
from django.test import Client, RequestFactory
from pytest_django import Settings
from rest_framework.test import APIClient
from structlog.testing import capture_logs

from accounts.models import User
from games.core.models.games import Game
from kit import rate_limits, redis_connections
from kit.schema import generated
from tests.games.site.api.test_access import ROWS, AccessCase
from tests.games.streams.listening import token_of
from tests.support.api import Api, refused
from tests.support.playing import unchanged

START = "........................ w 9 9 0"


@pytest.fixture
def two_a_minute(settings: Settings) -> None:
    generated()  # every answer is checked against it, and a process keeps it: it must say the true limits
    rates = {"guest": "2/minute", "token": "2/minute", "user": "3/minute"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}


def test_every_answer_says_what_is_left(
    clock: time_machine.Traveller, api: Api, game: Game, two_a_minute: None
) -> None:
    clock.shift(timedelta(seconds=10))

    answer = api().get(f"/api/v1/games/{game.number}/")

    assert answer.headers["RateLimit-Policy"] == '"guest";q=2;w=60'
    assert answer.headers["RateLimit"] == '"guest";r=1;t=50'


def test_beyond_the_limit_a_guest_is_told_when_to_come_back(
    clock: time_machine.Traveller, api: Api, game: Game, two_a_minute: None
) -> None:
    clock.shift(timedelta(seconds=10))
    client = api()
    answers = [client.get(f"/api/v1/games/{game.number}/") for _ in range(3)]

    problem = refused(answers[2], 429, "throttled")

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert problem["limit"] == {"name": "guest", "requests": 2, "seconds": 60}
    assert problem["detail"] == "The limit “guest” is 2 requests in 60 seconds; try again in 50 seconds."
    assert answers[2].headers["Retry-After"] == "50"
    assert answers[2].headers["RateLimit"] == '"guest";r=0;t=50'


def test_in_the_next_window_the_count_begins_anew(
    clock: time_machine.Traveller, api: Api, game: Game, two_a_minute: None
) -> None:
    client = api()
    for _ in range(3):
        client.get(f"/api/v1/games/{game.number}/")

    clock.shift(timedelta(seconds=60))

    assert client.get(f"/api/v1/games/{game.number}/").status_code == 200


def test_a_user_is_counted_by_account_over_all_tokens(
    clock: time_machine.Traveller, api: Api, game: Game, anna: User, bert: User, two_a_minute: None
) -> None:
    for _ in range(3):
        assert api(anna).get(f"/api/v1/games/{game.number}/").status_code == 200

    with unchanged():
        problem = refused(api(anna).play(game.number, "d6", 1), 429, "throttled")

    assert problem["limit"]["name"] == "user"
    assert api(bert).get(f"/api/v1/games/{game.number}/").status_code == 200


def test_a_token_is_counted_for_itself(
    clock: time_machine.Traveller, api: Api, game: Game, anna: User, two_a_minute: None
) -> None:
    address = f"/api/v1/games/{game.number}/"
    runaway = api(anna)
    answers = [runaway.get(address) for _ in range(3)]

    problem = refused(answers[2], 429, "throttled")

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert problem["limit"] == {"name": "token", "requests": 2, "seconds": 60}
    assert answers[0].headers["RateLimit-Policy"] == '"token";q=2;w=60, "user";q=3;w=60'
    assert answers[0].headers["RateLimit"] == '"token";r=1;t=60, "user";r=2;t=60'


def test_all_limits_of_a_call_cost_one_round_trip_to_redis(
    api: Api, game: Game, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller, sent = api(anna), []
    caller.get(f"/api/v1/games/{game.number}/")
    [url] = django_settings.CACHES["default"]["LOCATION"]
    line = redis_connections.client(url)
    connections = line.connection_pool.connection_class
    send = connections.send_packed_command

    def noted(connection: Any, command: Any, *args: Any, **kwargs: Any) -> None:
        sent.append(command if isinstance(command, bytes) else b"".join(command))
        send(connection, command, *args, **kwargs)

    monkeypatch.setattr(connections, "send_packed_command", noted)
    caller.get(f"/api/v1/games/{game.number}/")

    assert [(words.count(b"/token/"), words.count(b"/user/")) for words in sent if b"LIMITS" in words] == [(2, 2)]


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [(0, "9.9.9.9", "1.2.3.4"), (1, "9.9.9.9", "9.9.9.9"), (1, "6.6.6.6, 9.9.9.9", "9.9.9.9"), (1, None, "1.2.3.4")],
)
def test_a_guest_is_counted_by_address_past_known_proxies_alone(
    rf: RequestFactory, settings: Settings, proxies: int, forwarded: str | None, address: str
) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}

    assert rate_limits.address_of(rf.get("/", REMOTE_ADDR="1.2.3.4", headers=headers)) == address


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("unix:", "unix:"),
        ("", ""),
    ],
)
def test_a_guest_is_counted_by_the_network_that_one_connection_has(
    rf: RequestFactory, address: str, counted: str
) -> None:
    assert rate_limits.address_of(rf.get("/", REMOTE_ADDR=address)) == counted


def test_what_is_refused_counts_too(
    clock: time_machine.Traveller, api: Api, game: Game, carla: User, two_a_minute: None
) -> None:
    stranger = api(carla)

    answers = [stranger.play(game.number, "d6", 1) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [403, 403, 429]


def test_guessing_tokens_is_counted_by_address(
    clock: time_machine.Traveller, api: Api, game: Game, two_a_minute: None
) -> None:
    guesser = api()
    guesser.credentials(HTTP_AUTHORIZATION="Bearer mue_guess")

    answers = [guesser.get(f"/api/v1/games/{game.number}/") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [401, 401, 429]


@pytest.mark.parametrize("address", ["nothing/", "games/", "games"])
def test_what_cannot_be_answered_counts_too(
    clock: time_machine.Traveller, anna: User, two_a_minute: None, address: str
) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(anna)}")

    answers = [client.get(f"/api/v1/{address}", HTTP_ACCEPT="image/png") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [406 if address == "games/" else 404] * 2 + [429]
    assert answers[0].headers["RateLimit"] == '"token";r=1;t=60, "user";r=2;t=60'


def test_an_expensive_call_is_worth_several(clock: time_machine.Traveller, api: Api, settings: Settings) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "guest": "8/minute"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}

    answers = [api().send("analysis/record/", record="1. d6 f4 *") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 429]
    assert answers[0].headers["RateLimit"] == '"guest";r=3;t=60'


@pytest.mark.parametrize("row", [row for row in ROWS if row.method != "GET" and row.body], ids=str)
def test_a_long_body_costs_a_call_more_for_each_two_kibibytes(
    api: Api, person: Callable[..., User], row: AccessCase
) -> None:
    client, address = api(person("dora")), "/api/v1/" + row.address.format_map(defaultdict(lambda: 1))
    body = json.dumps(row.body)

    left = []
    for sent in (body, body.ljust(20 * 1024)):
        cache.clear()
        answer = client.generic(row.method, address, sent, content_type="application/json")
        left.append(int(re.findall(r";r=(\d+)", answer.headers["RateLimit"])[0]))

    assert left[0] - left[1] == 10 - len(body) // 2048


def test_a_long_query_costs_more_on_pages_and_calls(api: Api, settings: Settings) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "guest": "3/minute"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    query = "x" * 3 * 2048

    assert api().get(f"/api/v1/lobby/?{query}").status_code == 429
    cache.clear()
    assert Client().get(f"/analysis/?{query}").status_code == 429


def test_the_schema_says_the_limits_and_what_each_call_costs() -> None:
    schema = generated()

    counted = {name: rate_limits.limit_of(name) for name in ("guest", "token", "user", "app")}
    costs = {
        f"{method} {path}": operation.get("x-rate-limit-cost", 1)
        for path, item in schema["paths"].items()
        for method, operation in item.items()
    }
    assert schema["info"]["x-rate-limits"] == {
        name: {"requests": limit.requests, "seconds": limit.seconds} for name, limit in counted.items()
    }
    assert costs["post /api/v1/analysis/record/"] == 5
    assert costs["get /api/v1/health/live/"] == 0
    assert costs["get /api/v1/games/"] == 1
    assert (costs["get /api/v1/records/"], costs["post /api/v1/records/"]) == (1, 5)


def test_health_is_not_counted(api: Api, two_a_minute: None) -> None:
    assert [api().get("/api/v1/health/live/").status_code for _ in range(5)] == [200] * 5


def test_without_redis_everybody_may_pass_and_it_is_logged_once(
    api: Api, game: Game, anna: User, two_a_minute: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_connections, "PAUSE_SECONDS", 600.0)
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": ["redis://127.0.0.1:2/0"]}}

    with capture_logs() as logs:
        answers = [api(anna).get(f"/api/v1/games/{game.number}/") for _ in range(5)]

    assert [answer.status_code for answer in answers] == [200] * 5
    assert [entry["event"] for entry in logs].count("redis_silent") == 1


@pytest.mark.parametrize(
    ("rate", "expected"),
    [("120/minute", (120, 60)), ("5/second", (5, 1)), ("10/hour", (10, 3600)), ("7/2days", (7, 172800))],
)
def test_a_limit_is_read_from_the_settings(settings: Settings, rate: str, expected: tuple[int, int]) -> None:
    rates = {"user": rate}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}

    assert rate_limits.limit_of("user") == expected


@pytest.mark.parametrize("rate", ["120", "120/fortnight", "many/minute", "120/0minutes", ""])
def test_a_limit_that_cannot_be_read_is_named(settings: Settings, rate: str) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": {"user": rate}}

    with pytest.raises(ValueError, match=f"'{rate}' is no rate"):
        rate_limits.limit_of("user")


def test_counts_are_forgotten_after_their_time(
    clock: time_machine.Traveller, api: Api, game: Game, two_a_minute: None
) -> None:
    api().get(f"/api/v1/games/{game.number}/")

    client = cache._cache.get_client()  # type: ignore[attr-defined]  # of the Redis cache
    (key,) = client.keys("LIMITS/guest/*")
    assert 0 < client.ttl(key) <= 60
