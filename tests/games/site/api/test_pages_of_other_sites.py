"""Calls that come from pages of other sites: by token like any other, and never by the cookie of this one."""

import httpx
import pytest
from django.core.cache import cache
from django.test import Client as Browser
from rest_framework.test import APIClient

from accounts.models import User
from games.core.models.games import Game
from tests.games.streams.listening import opened, token_of
from tests.support.api import Api, refused
from tests.support.playing import fresh, unchanged
from tests.support.signing_in import sign_in

ELSEWHERE = "https://club.example"
PREFLIGHT = {"Origin": ELSEWHERE, "Access-Control-Request-Method": "POST"}
ANYBODY, EXPOSED = "Access-Control-Allow-Origin", "Access-Control-Expose-Headers"


@pytest.mark.parametrize("origin", [ELSEWHERE, "http://localhost:5173", "null"])
def test_a_page_of_any_origin_may_read_the_answer_and_its_headers(
    api: Api, game: Game, anna: User, origin: str
) -> None:
    answer = api(anna).get(f"/api/v1/games/{game.number}/", headers={"origin": origin})

    assert (answer.status_code, answer.headers[ANYBODY]) == (200, "*")
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert {"ETag", "Location", "Link", "Retry-After", "RateLimit"} <= set(answer.headers[EXPOSED].split(", "))


def test_refusals_can_be_read_too(api: Api, anna: User) -> None:
    answers = [
        api().get("/api/v1/account/", headers={"origin": ELSEWHERE}),
        APIClient().get("/api/v1/nothing/", headers={"origin": ELSEWHERE}),
        api(anna).post("/api/v1/oauth/token/", {}, format="json", headers={"origin": ELSEWHERE}),
    ]

    assert [(answer.status_code, answer.headers[ANYBODY]) for answer in answers] == [(401, "*"), (404, "*"), (400, "*")]


def test_an_answer_that_has_not_changed_can_be_read_too(api: Api, game: Game) -> None:
    address = f"/api/v1/games/{game.number}/"
    tag = api().get(address).headers["ETag"]

    answer = api().get(address, headers={"origin": ELSEWHERE, "if-none-match": tag})

    assert (answer.status_code, answer.headers[ANYBODY]) == (304, "*")


@pytest.mark.parametrize("address", ["games/7/moves/", "oauth/token/", "oauth/revocation/", "events/", "challenges/"])
def test_a_browser_that_asks_before_is_told_for_a_day_and_not_counted(db: None, address: str) -> None:
    wanted = "authorization,content-type,idempotency-key,if-match,if-none-match,last-event-id"

    answer = APIClient().options(f"/api/v1/{address}", headers=PREFLIGHT | {"Access-Control-Request-Headers": wanted})

    assert (answer.status_code, answer.headers[ANYBODY]) == (200, "*")
    assert set(wanted.split(",")) <= set(answer.headers["Access-Control-Allow-Headers"].split(", "))
    assert answer.headers["Access-Control-Allow-Methods"] == "GET, HEAD, POST, PUT, PATCH, DELETE"
    assert answer.headers["Access-Control-Max-Age"] == "86400"
    assert "RateLimit" not in answer.headers


def test_asking_before_is_counted_nowhere(api: Api, db: None) -> None:
    cache.clear()
    for _each in range(5):
        APIClient().options("/api/v1/lobby/", headers=PREFLIGHT)

    assert '"guest";r=119;' in api().get("/api/v1/lobby/").headers["RateLimit"]


@pytest.mark.parametrize("page", ["/", "/games/", "/preferences/", "/oauth/authorize/", "/accounts/login/"])
def test_pages_are_for_this_site_alone(db: None, page: str) -> None:
    answer = Browser().get(page, headers={"origin": ELSEWHERE})

    assert ANYBODY not in answer.headers


# --- Cookies ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", [ELSEWHERE, "http://testserver:8080", "https://testserver", "null"])
def test_the_cookie_of_the_site_is_nobodys_elsewhere(game: Game, anna: User, origin: str) -> None:
    browser = APIClient()
    sign_in(browser, anna)

    with unchanged():
        read = browser.get("/api/v1/account/", headers={"origin": origin})
        move = browser.post(f"/api/v1/games/{game.number}/moves/", {"move": "d6", "ply": 1}, headers={"origin": origin})

    refused(read, 401, "not_authenticated")
    refused(move, 401, "not_authenticated")


@pytest.mark.parametrize("origin", ["http://testserver", "http://localhost:8000"])
def test_the_cookie_counts_on_the_site_itself(anna: User, origin: str, settings: object) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["http://localhost:8000"]  # type: ignore[attr-defined]
    browser = APIClient()
    sign_in(browser, anna)

    answer = browser.get("/api/v1/account/", headers={"origin": origin})

    assert answer.json()["username"] == "anna"


def test_no_answer_sets_a_cookie_elsewhere(api: Api, game: Game, anna: User) -> None:
    client = api(anna)

    answers = [
        client.get(f"/api/v1/{address}", headers={"origin": ELSEWHERE})
        for address in ("account/", "games/", f"games/{game.number}/", "lobby/")
    ]

    assert [dict(answer.cookies) for answer in answers] == [{}, {}, {}, {}]


# --- Streams and what never comes to Django ---------------------------------------------------------------------------


@pytest.mark.parametrize("accept", ["text/event-stream", "application/x-ndjson"])
def test_a_stream_can_be_read_elsewhere(live_server_url: str, game: Game, anna: User, accept: str) -> None:
    addresses = [f"{live_server_url}/api/v1/{part}" for part in ("events/", f"games/{game.number}/events/")]

    for address in addresses:
        with opened(address, token=token_of(anna), accept=accept, Origin=ELSEWHERE) as answer:
            assert (answer.status_code, answer.headers[ANYBODY]) == (200, "*")


def test_the_cookie_opens_no_stream_elsewhere(live_server_url: str, anna: User) -> None:
    browser = Browser()
    sign_in(browser, anna)
    cookie = f"sessionid={browser.cookies['sessionid'].value}"

    with opened(f"{live_server_url}/api/v1/events/", Cookie=cookie, Origin=ELSEWHERE) as answer:
        assert (answer.status_code, answer.headers[ANYBODY]) == (401, "*")


def test_what_is_refused_at_the_door_can_be_read_elsewhere(live_server_url: str, game: Game, anna: User) -> None:
    address = f"{live_server_url}/api/v1/games/{game.number}/moves/"

    answer = httpx.post(address, content=b"x" * 2_000_000, headers={"Origin": ELSEWHERE})

    assert (answer.status_code, answer.headers[ANYBODY]) == (413, "*")
    assert fresh(game).ply == 0


def test_a_download_can_be_read_elsewhere(live_server_url: str, game: Game) -> None:
    answer = httpx.get(f"{live_server_url}/api/v1/players/anna/games/", headers={"Origin": ELSEWHERE})

    assert (answer.status_code, answer.headers[ANYBODY]) == (200, "*")
    assert "Content-Disposition" in answer.headers[EXPOSED]
