"""A code and a refresh token are good once, whoever comes at the same instant."""

from collections.abc import Callable
from functools import partial

import pytest
from django.http import QueryDict
from django.utils import timezone

from accounts.models import AccessToken, App, Connection, User
from accounts.oauth import connections
from accounts.oauth.authorization import parse_request
from accounts.oauth.connections import AppTokens, InvalidGrant
from tests.accounts.oauth.visits import HOME, VERIFIER, asking, registered
from tests.support.racing import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def app(bert: User) -> App:
    return registered(bert)


def allowed(user: User, app: App) -> str:
    return connections.allow(user, parse_request(QueryDict(asking(app).partition("?")[2])))


def begun(app: App, code: str) -> AppTokens:
    return connections.exchange_code(app.client_id, code=code, redirect_uri=HOME, verifier=VERIFIER)


def granted(action: Callable[[], AppTokens]) -> AppTokens | None:
    try:
        return action()
    except InvalidGrant:
        return None


def test_of_five_who_bring_the_same_code_one_is_first_and_nobody_keeps_anything(app: App, anna: User) -> None:
    code = allowed(anna, app)

    answers = at_once(*[partial(granted, partial(begun, app, code))] * 5)

    assert len([keys for keys in answers if keys is not None]) == 1
    assert Connection.objects.get().revoked_at is not None
    assert not AccessToken.objects.filter(revoked_at=None).exists()


def test_five_who_bring_the_same_refresh_token_get_the_same_child_which_works(app: App, anna: User) -> None:
    keys = begun(app, allowed(anna, app))
    renew = partial(connections.exchange_refresh_token, app.client_id, refresh_token=keys.refresh_token)

    answers = at_once(*[partial(granted, renew)] * 5)

    children = [answer for answer in answers if isinstance(answer, AppTokens)]
    assert len(children) == 5
    [(access_token, refresh_token)] = {(child.access_token, child.refresh_token) for child in children}
    assert Connection.objects.get().refresh_tokens.filter(used_at=None).count() == 1
    assert AccessToken.presented(access_token, now=timezone.now()) is not None
    grandchild = connections.exchange_refresh_token(app.client_id, refresh_token=refresh_token)
    assert AccessToken.presented(grandchild.access_token, now=timezone.now()) is not None
    assert Connection.objects.get().revoked_at is None


def test_who_is_disconnected_meanwhile_keeps_nothing(app: App, anna: User) -> None:
    keys = begun(app, allowed(anna, app))
    renew = partial(connections.exchange_refresh_token, app.client_id, refresh_token=keys.refresh_token)

    at_once(partial(granted, renew), partial(connections.disconnect, anna, app.client_id))

    assert not AccessToken.objects.filter(revoked_at=None).exists()
    assert granted(renew) is None
