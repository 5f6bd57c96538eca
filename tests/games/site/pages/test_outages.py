"""A part of the site is away: pages that can do without it do, the others say so, and nobody gets in uncounted."""

import httpx
import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games.core.models.games import Game
from tests.campaigns.test_outages import seed
from tests.support.live import web_process
from tests.support.reading import text_of
from tests.support.servers import own_postgres


@pytest.fixture
def without_redis(settings: Settings) -> None:
    there = settings.CACHES["default"]
    settings.CACHES = {"default": {**there, "LOCATION": ["redis://127.0.0.1:1/0"]}}


@pytest.mark.parametrize("address", ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"])
def test_what_is_counted_for_safety_is_refused_without_redis(
    client: Client, anna: User, without_redis: None, address: str
) -> None:
    client.raise_request_exception = False
    fields = {"login": "anna", "password": "a good password", "email": "anna@example.org", "username": "new"}
    fields |= {"password1": "another shiny trombone"}

    page = client.post(address, fields)

    assert page.status_code == 503
    assert page.headers["Retry-After"] == "5"
    assert "Back in a moment" in text_of(page)
    assert "_auth_user_id" not in client.session
    assert User.objects.count() == 1


def test_games_are_shown_and_played_without_redis(client: Client, game: Game, anna: User, without_redis: None) -> None:
    client.force_login(anna)

    page = client.get(f"/games/{game.number}/")

    assert page.status_code == 200


@pytest.mark.campaign
def test_pages_say_so_while_postgresql_is_away_and_go_on_after_it() -> None:
    with own_postgres() as postgres:
        number = seed(postgres.url)["number"]
        with web_process(DATABASE_URL=postgres.url) as url:
            page = f"{url}/games/{number}/"
            before = httpx.get(page)
            postgres.off()
            away = httpx.get(page, timeout=30)
            postgres.on()
            after = httpx.get(page, timeout=30)

    assert [answer.status_code for answer in (before, away, after)] == [200, 503, 200]
    assert "Back in a moment" in away.text
