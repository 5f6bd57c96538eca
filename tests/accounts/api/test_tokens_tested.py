"""Asking what a secret is good for, without using it."""

from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from pytest_django import DjangoAssertNumQueries

from accounts import tokens
from accounts.models import AccessToken, User
from tests.accounts.oauth.visits import keys_for, registered
from tests.conftest import NOON
from tests.support.api import Api, refused

NOTHING: dict[str, object] = {
    "alive": False,
    "username": None,
    "scopes": [],
    "expires_at": None,
    "client_id": None,
    "app": None,
}


def test_each_secret_is_recognised_for_what_it_is(
    clock: time_machine.Traveller, api: Api, anna: User, bert: User
) -> None:
    app = registered(bert)
    _token, personal = AccessToken.issue(
        user=anna, description="x", scopes=["game:read"], expires_at=NOON + timedelta(days=1)
    )
    apps = keys_for(anna, app, scope="game:play")["access_token"]

    answer = api().send("tokens/test/", tokens=[apps, "mue_none", personal, apps])

    of_app = {
        "alive": True,
        "username": "anna",
        "scopes": ["game:play"],
        "expires_at": "2026-03-02T13:00:00Z",
        "client_id": app.client_id,
        "app": "Club Table",
    }
    of_anna = NOTHING | {
        "alive": True,
        "username": "anna",
        "scopes": ["game:read"],
        "expires_at": "2026-03-03T12:00:00Z",
    }
    assert answer.status_code == 200
    assert answer.json() == {"results": [of_app, NOTHING, of_anna, of_app]}
    assert not AccessToken.objects.exclude(last_used_at=None).exists()


def test_what_can_no_longer_be_used_is_nothing(clock: time_machine.Traveller, api: Api, anna: User, bert: User) -> None:
    revoked, first = AccessToken.issue(user=anna, description="x", scopes=["game:read"])
    _expired, second = AccessToken.issue(user=anna, description="x", scopes=["game:read"], expires_at=NOON)
    _closed, third = AccessToken.issue(user=bert, description="x", scopes=["game:read"])
    refresh = keys_for(anna, registered(bert))["refresh_token"]
    tokens.revoke(anna, revoked.pk)
    User.objects.filter(pk=bert.pk).update(is_active=False)

    answer = api().send("tokens/test/", tokens=[first, second, third, refresh])

    assert answer.json() == {"results": [NOTHING] * 4}


@pytest.mark.parametrize(
    ("wanted", "field"),
    [([], "tokens"), (["x"] * 21, "tokens"), ("mue_x", "tokens"), ([5], "tokens.0"), (["x" * 201], "tokens.0")],
)
def test_what_is_no_list_of_secrets_is_refused(api: Api, db: None, wanted: object, field: str) -> None:
    problem = refused(api().send("tokens/test/", tokens=wanted), 400, "invalid")

    assert list(problem["errors"]) == [field]


def test_twenty_are_asked_for_at_once_and_cost_as_much_as_five_calls(
    api: Api, anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cache.clear()

    with django_assert_num_queries(1):
        answer = api().send("tokens/test/", tokens=["mue_ä"] * 20)

    assert answer.status_code == 200
    assert answer.headers["RateLimit"].startswith('"guest";r=115')
