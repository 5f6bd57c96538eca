"""What lets in others takes a proof of identity that is fresh, on pages and in the API."""

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.db.models import Model
from django.test import Client

from accounts.models import AccessToken, App, Connection, DataExport, User
from games.chat_apps.models import ChatConnection
from games.webhooks.models import Webhook
from tests.accounts.oauth.visits import asking, registered
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.games.notifications.people import confirm
from tests.support.signing_in import sign_in

PASSWORD = {"password": "a good password"}
TOKEN = {"description": "bot", "scopes": ["game:read"], "lifetime": "30"}
APP = {"name": "Table", "redirect_uris": "https://app.example.org/back", "homepage": ""}
CHAT_APP = {"service": "gotify", "url": "https://9.9.9.9", "token": "abc"}
WEBHOOK = {"url": "https://example.org/hear", "description": "", "types": []}
CHANGES = [
    pytest.param("/accounts/email/", {"action_add": "", "email": "thief@example.org"}, EmailAddress, id="address"),
    pytest.param("/preferences/tokens/", TOKEN, AccessToken, id="token"),
    pytest.param("/preferences/apps/own/", APP, App, id="app"),
    pytest.param("/preferences/export/", {}, DataExport, id="export"),
    pytest.param("/preferences/webhooks/", WEBHOOK, Webhook, id="webhook"),
    pytest.param("/preferences/chat-apps/", CHAT_APP, ChatConnection, id="chat-app"),
]


@pytest.fixture
def stale(anna: User) -> Client:
    """Anna's browser, a quarter of an hour after she has entered her password."""
    confirm(anna)
    return sign_in(Client(), anna, minutes_ago=15.1)


@pytest.mark.parametrize(("address", "fields", "model"), CHANGES)
def test_a_session_alone_lets_in_nobody_else(
    stale: Client, settings: LazySettings, address: str, fields: dict[str, str], model: type[Model]
) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = True
    before = model._default_manager.count()

    answer = stale.post(address, fields)

    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/accounts/reauthenticate/")
    assert model._default_manager.count() == before


@pytest.mark.parametrize(("address", "fields", "model"), CHANGES)
def test_after_the_password_the_request_goes_on(
    stale: Client, settings: LazySettings, address: str, fields: dict[str, str], model: type[Model]
) -> None:
    if model is Webhook:
        settings.WEBHOOKS_TO_LOOPBACK = True
        fields = fields | {"url": "http://127.0.0.1:8999/hear"}
    before = model._default_manager.count()
    asked_for = stale.post(address, fields)

    stale.post(asked_for["Location"], PASSWORD)

    assert model._default_manager.count() == before + 1


def test_a_login_is_a_proof(anna: User) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": "anna", "password": "a good password"})

    browser.post("/preferences/tokens/", TOKEN)

    assert AccessToken.objects.exists()


def test_a_wrong_password_proves_nothing(stale: Client, anna: User) -> None:
    asked_for = stale.post("/preferences/tokens/", TOKEN)

    stale.post(asked_for["Location"], {"password": "a guess"})

    assert not AccessToken.objects.exists()


def test_an_app_is_allowed_by_its_user_alone(stale: Client, bert: User) -> None:
    address = asking(registered(bert))

    answer = stale.post(address, {"decision": "allow"})

    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert not Connection.objects.exists()


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("/api/v1/tokens/", {"description": "bot", "scopes": ["game:read"]}),
        ("/api/v1/apps/", {"name": "Table", "redirect_uris": ["https://app.example.org/back"]}),
        ("/api/v1/webhooks/", {"url": "https://example.org/hear"}),
        ("/api/v1/chat-connections/", CHAT_APP),
    ],
)
def test_the_api_asks_sessions_too(stale: Client, address: str, body: dict[str, object]) -> None:
    answer = stale.post(address, body, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (403, "fresh_authentication_required")


def test_rights_are_taken_away_without_a_proof(stale: Client, anna: User) -> None:
    token, _secret = AccessToken.issue(user=anna, description="bot", scopes=[])

    stale.post(f"/preferences/tokens/{token.pk}/revoke/")

    token.refresh_from_db()
    assert token.revoked_at is not None


def test_whoever_has_just_signed_up_is_not_asked_for_the_password_again(anna: User, client: Client) -> None:
    client.post("/accounts/signup/", SIGN_UP)

    client.post("/preferences/tokens/", TOKEN)

    assert AccessToken.objects.get().user.username == "dora"
