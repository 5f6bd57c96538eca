"""Webhooks, push subscriptions, chat apps, calendar feeds: what goes on without a token or session, and its end."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import lasting_access, sessions, tokens
from accounts.lasting_access import LastingAccess
from accounts.models import AccessToken, Connection, User
from accounts.models.tokens import PREFIX_OF_APPS, new_secret
from accounts.oauth import connections, registration
from accounts.tasks import delete_ended_access
from games.calendar.models import CalendarFeed
from games.chat_apps.models import ChatConnection
from games.core.outgoing import worker
from games.notifications.delivery import dispatch
from games.notifications.models import PushSubscription
from games.notifications.testing import send_test
from games.webhooks import actions as webhook_actions
from games.webhooks.models import Webhook
from tests.accounts.security.test_new_passwords import links_after
from tests.games.chat_apps.server import ChatServer, chat_server
from tests.games.notifications.browser import Browser
from tests.games.notifications.people import confirm
from tests.support.api import ApiClient, Site

KINDS: list[type[LastingAccess]] = [Webhook, PushSubscription, ChatConnection, CalendarFeed]
WITH_PASSWORD = [PushSubscription, CalendarFeed]
LISTED = dict(zip(KINDS, ("webhooks/", "push-subscriptions/", "chat-connections/", "calendar-feed/"), strict=True))
# Columns with an address or a secret by which data is got or sent, of tables that are no lasting access.
OTHERWISE = {
    "accounts.AccessToken": "a token, which has its own end",
    "accounts.App": "where the browser goes on to after the question",
    "accounts.Connection": "a connection, which has its own end",
    "accounts.Deletion": "names that are not given away again",
    "accounts.KeptAnswer": "read with the token that made it",
    "accounts.NameKey": "names that look alike",
    "accounts.RefreshToken": "ends with its connection",
    "accounts.SecurityMail": "goes to the owner",
    "accounts.UnconfirmedAddress": "since when an address waits",
    "audit.Checkpoint": "public",
    "challenges.Challenge": "a link that accepts a challenge, and shows nothing private",
    "clubs.Club": "a link by which one joins a club, and which shows nothing private",
    "disputes.AuditEntry": "a checksum",
    "notifications.NotificationSettings": "signs links in mails to the owner",
    "people.Profile": "favourite rules, and no URI",
    "players.SanctionedAddress": "addresses of suspended players",
    "account.EmailConfirmation": "goes to the address that is confirmed",
    "usersessions.UserSession": "a session, which has its own end",
    "sessions.Session": "a session, which has its own end",
    "puzzles.Puzzle": "the key is that of a position",
}


@dataclass
class Outside:
    """What is outside the server: one place for each kind, and whether anything gets there."""

    server: ChatServer
    addresses: dict[type[LastingAccess], str]

    def set_up(self, client: ApiClient, kind: type[LastingAccess]) -> None:
        url = self.server.url
        ways: dict[type[LastingAccess], tuple[str, dict[str, Any]]] = {
            Webhook: ("webhooks/", {"url": f"{url}/webhook"}),
            PushSubscription: ("push-subscriptions/", {"endpoint": f"{url}/push", **Browser().keys}),
            ChatConnection: ("chat-connections/", {"service": "ntfy", "url": f"{url}/topic"}),
            CalendarFeed: ("calendar-feed/", {}),
        }
        address, body = ways[kind]
        answer = client.send(address, **body)
        assert answer.status_code == 201, answer.content
        if kind is CalendarFeed:
            self.addresses[kind] = urlsplit(answer.json()["url"]).path

    def hears(self, owner: User, kind: type[LastingAccess]) -> bool:
        """Whether something gets there now."""
        if kind is CalendarFeed:
            return Client().get(self.addresses[kind]).status_code == 200
        self.server.received.clear()
        send_test(owner)
        dispatch()
        worker.work_off(seconds=30)
        return bool(self.server.received)


@pytest.fixture
def outside(settings: LazySettings) -> Iterator[Outside]:
    settings.WEBHOOKS_TO_LOOPBACK = True
    with chat_server() as server:
        yield Outside(server, {})


def token_of(user: User, **columns: Any) -> tuple[AccessToken, ApiClient]:
    token, secret = AccessToken.issue(user=user, description="bot", scopes=["webhook:write"], **columns)
    client = ApiClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return token, client


def test_every_kind_is_tried_here() -> None:
    assert set(lasting_access.kinds()) == set(KINDS)
    assert [kind for kind in KINDS if kind.ENDS_WITH_PASSWORD] == WITH_PASSWORD


def test_whatever_sends_or_opens_data_by_an_address_or_a_secret_is_lasting_access() -> None:
    """A table with such a column has an end that somebody has thought of."""
    words = ("digest", "secret", "endpoint", "url", "uri", "sealed", "nonce", "address", "session_key")
    found = {
        model._meta.label
        for model in apps.get_models()
        for field in model._meta.local_concrete_fields
        if field.attname == "key" or any(word in field.attname for word in words)
    }

    assert found == {kind._meta.label for kind in KINDS} | set(OTHERWISE)


def expire(token: AccessToken) -> None:
    AccessToken.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))


ENDS: dict[str, Callable[[AccessToken], object]] = {
    "revoked": lambda token: tokens.revoke(token.user, token.pk),
    "expired": expire,
    "deleted": lambda token: token.delete(),
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("end", ENDS)
def test_what_a_token_has_set_up_ends_with_it(
    outside: Outside, site: Site, anna: User, kind: type[LastingAccess], end: str
) -> None:
    token, client = token_of(anna)
    outside.set_up(client, kind)
    before = outside.hears(anna, kind)

    ENDS[end](token)

    assert before
    assert not outside.hears(anna, kind)
    shown = site(anna).read(LISTED[kind])
    assert shown["created_at"] is None if kind is CalendarFeed else shown["results"] == []
    delete_ended_access()
    assert not kind._default_manager.exists()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_was_under_way_when_the_token_ended_is_not_sent(
    outside: Outside, anna: User, kind: type[LastingAccess]
) -> None:
    token, client = token_of(anna)
    outside.set_up(client, kind)
    send_test(anna)
    dispatch()

    tokens.revoke(anna, token.pk)
    worker.work_off(seconds=30)

    assert outside.server.received == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_a_connection_had_set_up_would_end_with_it(
    outside: Outside, anna: User, bert: User, kind: type[LastingAccess]
) -> None:
    """No scope for it is given to apps; if one ever was, disconnecting would be enough."""
    app = registration.register(bert, name="Club Table", redirect_uris=["https://club.example/"])
    now = timezone.now()
    connection = Connection.objects.create(user=anna, app=app, scopes=[], begun_at=now, expires_at=now + timedelta(1))
    secret = new_secret(PREFIX_OF_APPS)
    AccessToken.issue_to_app(connection, secret, scopes=["webhook:write"], expires_at=now + timedelta(hours=1))
    client = ApiClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    outside.set_up(client, kind)
    before = outside.hears(anna, kind)

    connections.disconnect(anna, app.client_id)

    assert (before, outside.hears(anna, kind)) == (True, False)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_was_set_up_in_a_session_or_with_another_token_stays(
    outside: Outside, site: Site, anna: User, kind: type[LastingAccess]
) -> None:
    token, client = token_of(anna)
    outside.set_up(client, kind)
    outside.set_up(site(anna), kind)

    tokens.revoke(anna, token.pk)
    delete_ended_access()

    assert outside.hears(anna, kind)
    assert kind._default_manager.count() == 1


def test_a_webhook_ends_with_the_token_that_has_given_it_another_address(
    outside: Outside, site: Site, anna: User
) -> None:
    outside.set_up(site(anna), Webhook)
    token, client = token_of(anna)
    address = f"/api/v1/webhooks/{Webhook.objects.get().pk}/"
    same = outside.server.url + "/webhook"
    client.patch(address, {"description": "mine", "url": same}, format="json")
    between = Webhook.objects.get().token

    client.patch(address, {"url": f"{outside.server.url}/thief"}, format="json")
    tokens.revoke(anna, token.pk)

    assert between is None
    assert not outside.hears(anna, Webhook)


def test_places_of_ended_tokens_do_not_count_among_the_most(outside: Outside, site: Site, anna: User) -> None:
    token, client = token_of(anna)
    for _count in range(webhook_actions.MOST):
        outside.set_up(client, Webhook)

    tokens.revoke(anna, token.pk)

    outside.set_up(site(anna), Webhook)


def test_a_browser_of_an_ended_token_gets_no_other_address(outside: Outside, anna: User) -> None:
    token, client = token_of(anna)
    outside.set_up(client, PushSubscription)
    tokens.revoke(anna, token.pk)
    former = {"former_endpoint": f"{outside.server.url}/push", "former_auth": Browser().keys["auth"]}

    answer = ApiClient().send(
        "push-subscriptions/renewal/", **former, endpoint=f"{outside.server.url}/other", **Browser().keys
    )

    assert answer.status_code == 404


def log_out(client: ApiClient) -> None:
    browser = Client()
    browser.cookies = client.cookies
    browser.post("/accounts/logout/")


# --- Logins and passwords ---------------------------------------------------------------------------------------------


def test_a_hash_that_a_login_renews_is_no_new_password(
    outside: Outside, site: Site, settings: LazySettings, anna: User
) -> None:
    outside.set_up(site(anna), PushSubscription)
    before = anna.password
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.ScryptPasswordHasher", *settings.PASSWORD_HASHERS]

    assert anna.check_password("a good password")

    assert anna.password != before
    assert PushSubscription.objects.exists()


def test_a_push_subscription_ends_with_a_logout(outside: Outside, site: Site, anna: User, bert: User) -> None:
    here = site(anna)
    outside.set_up(here, PushSubscription)

    log_out(site(bert))
    log_out(site(anna))
    before = outside.hears(anna, PushSubscription)
    log_out(here)

    assert before
    assert not PushSubscription.objects.exists()


def test_a_push_subscription_goes_on_when_its_session_expires(outside: Outside, site: Site, anna: User) -> None:
    outside.set_up(site(anna), PushSubscription)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))

    sessions.delete_ended()

    assert not Session.objects.exists()
    assert outside.hears(anna, PushSubscription)


def test_who_has_only_a_webhook_is_asked_whether_it_stays(
    outside: Outside, site: Site, client: Client, anna: User
) -> None:
    confirm(anna)
    outside.set_up(site(anna), Webhook)
    [link] = links_after(client, "anna@example.org")

    assert "keep_programs" in client.get(link, follow=True).content.decode()
