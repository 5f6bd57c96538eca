"""Everything by which somebody acts for a user or gets their data, by everything that ends some of it."""

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.usersessions.models import UserSession
from django.core import mail
from django.test import Client, override_settings
from django.utils import timezone

from accounts import tokens
from accounts.models import AccessToken, Connection, SecurityMail, User
from accounts.models.tokens import PREFIX_OF_APPS, new_secret
from accounts.oauth import connections, registration
from accounts.privacy import erasure, waiting
from accounts.security import securing
from accounts.tasks import delete_ended_access
from games.calendar.models import CalendarFeed
from games.challenges.actions import Proposal, invite_by_link
from games.challenges.models import Challenge
from games.chat_apps.models import ChatConnection
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.core.outgoing import worker
from games.mail_moves import links
from games.notifications.delivery import dispatch
from games.notifications.models import PushSubscription
from games.notifications.testing import send_test
from games.webhooks.models import Webhook
from tests.conftest import begun
from tests.games.chat_apps.server import ChatServer, chat_server
from tests.games.notifications.browser import Browser
from tests.games.notifications.people import confirm
from tests.support.api import ApiClient
from tests.support.people import new_person
from tests.support.savepoints import kept_for_a_module
from tests.support.signing_in import sign_in

PASSWORD, NEW = "a good password", "another shiny trombone"
KEPT = {"keep_programs": "on"}
WHY = {"why": "They asked for it."}

# What a user has here. What was set up with a token or by an app has its name at the end.
IN_BROWSERS = {"this session", "other session", "push here", "push there"}
ON_SITE = {"webhook", "chat app"}
BY_TOKEN = {"token", "webhook by token", "push by token", "chat app by token"}
BY_APP = {"app", "webhook by app", "chat app by app"}
PROGRAMS = ON_SITE | BY_TOKEN | BY_APP
# Push messages and the calendar end with a new password in any case.
KEPT_PROGRAMS = PROGRAMS - {"push by token"}
LINKS = {"link to a move", "link to a new password"}
# A link to a seat at a board, for one game and two weeks: who uses it plays against the owner and learns nothing. The
# list of challenges has it, where its owner takes it back.
SEAT = {"invitation"}
ALL = IN_BROWSERS | PROGRAMS | {"calendar"} | LINKS | SEAT


@dataclass
class Life:
    """Anna, and all that she has."""

    owner: User
    game: Game
    server: ChatServer
    here: Client = field(default_factory=Client)
    there: Client = field(default_factory=Client)
    staff: Client = field(default_factory=Client)
    addresses: dict[str, str] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)

    def begin(self) -> None:
        for browser in (self.here, self.there):
            sign_in(browser, self.owner)
            self.keep_in_the_list(browser)
        self.set_up("push here", self.here, "push-subscriptions/", endpoint=self.at("push-here"), **Browser().keys)
        self.set_up("push there", self.there, "push-subscriptions/", endpoint=self.at("push-there"), **Browser().keys)
        self.set_up("webhook", self.there, "webhooks/", url=self.at("webhook"))
        self.set_up("chat app", self.there, "chat-connections/", service="ntfy", url=self.at("chat-app"))
        _token, secret = AccessToken.issue(user=self.owner, description="bot", scopes=["webhook:write"])
        self.with_token("token", secret)
        self.set_up(
            "push by token", self.bearer(secret), "push-subscriptions/", endpoint=self.at("push-by-token"),
            **Browser().keys,
        )  # fmt: skip
        self.with_token("app", self.secret_of_an_app())
        made = self.here.post("/api/v1/calendar-feed/", {}, content_type="application/json")
        self.addresses["calendar"] = urlsplit(made.json()["url"]).path
        self.addresses["link to a move"] = f"/move/{links.token_for(self.game, self.owner)}/"
        self.addresses["link to a new password"] = self.link_to_a_new_password()
        invite_by_link(self.owner, Proposal(agreement=Agreement()))

    def keep_in_the_list(self, browser: Client) -> None:
        key = browser.session.session_key
        UserSession.objects.create(user=self.owner, ip="192.0.2.1", user_agent="x", session_key=key)

    def at(self, path: str) -> str:
        return f"{self.server.url}/{path}"

    def set_up(self, name: str, client: Client, address: str, **body: object) -> None:
        answer = client.post(f"/api/v1/{address}", json.dumps(body), content_type="application/json")
        assert answer.status_code == 201, (name, answer.content)

    def bearer(self, secret: str) -> ApiClient:
        client = ApiClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client

    def with_token(self, name: str, secret: str) -> None:
        client, self.secrets[name] = self.bearer(secret), secret
        self.set_up(f"webhook by {name}", client, "webhooks/", url=self.at(f"webhook-by-{name}"))
        place = self.at(f"chat-app-by-{name}")
        self.set_up(f"chat app by {name}", client, "chat-connections/", service="ntfy", url=place)

    def secret_of_an_app(self) -> str:
        """No app is given this scope. If one ever was, nothing would stay either."""
        app = registration.register(
            User.objects.get(username="bert"), name="Table", redirect_uris=["https://a.example/"]
        )
        now, secret = timezone.now(), new_secret(PREFIX_OF_APPS)
        columns = {"scopes": [], "begun_at": now, "expires_at": now + timedelta(days=1)}
        connection = Connection.objects.create(user=self.owner, app=app, **columns)
        AccessToken.issue_to_app(connection, secret, scopes=["webhook:write"], expires_at=now + timedelta(hours=1))
        return secret

    def link_to_a_new_password(self) -> str:
        mail.outbox.clear()
        Client().post("/accounts/password/reset/", {"email": self.owner.email})
        [url] = re.findall(r"http\S+/accounts/password/reset/key/\S+", str(mail.outbox[0].body))
        return str(urlsplit(url).path)

    # --- What is valid ---

    def valid(self) -> set[str]:
        answers = {
            "this session": self.here.get("/preferences/").status_code == 200,
            "other session": self.there.get("/preferences/").status_code == 200,
            "token": self.bearer(self.secrets["token"]).get("/api/v1/webhooks/").status_code == 200,
            "app": self.bearer(self.secrets["app"]).get("/api/v1/webhooks/").status_code == 200,
            "calendar": Client().get(self.addresses["calendar"]).status_code == 200,
            "link to a new password": "password1" in self.form_of_a_new_password(),
            "link to a move": Client().get(self.addresses["link to a move"]).status_code == 200,
            "invitation": Challenge.objects.filter(status="open", challenger__is_active=True).exists(),
        }
        return {name for name, is_valid in answers.items() if is_valid} | self.heard()

    def form_of_a_new_password(self) -> str:
        return Client().get(self.addresses["link to a new password"], follow=True).content.decode()

    def heard(self) -> set[str]:
        """What gets a notification now."""
        self.server.received.clear()
        send_test(self.owner)
        dispatch()
        worker.work_off(seconds=60)
        # ntfy names the place in the body.
        paths = (request.path.strip("/") or str(request.json["topic"]) for request in self.server.received)
        return {path.replace("-", " ") for path in paths}


@pytest.fixture(scope="module")
def _life(django_db_setup: None, django_db_blocker: Any) -> Iterator[Life]:
    def build() -> Life:
        anna, bert = new_person("anna"), new_person("bert")
        confirm(anna)
        found = Life(anna, begun(anna, bert, Agreement()), server)
        found.begin()
        chief = User.objects.create_user("chief", is_staff=True, is_superuser=True)
        sign_in(found.staff, chief)
        return found

    with (
        chat_server() as server,
        override_settings(WEBHOOKS_TO_LOOPBACK=True),
        kept_for_a_module(django_db_blocker, build) as life,
    ):
        yield life


@pytest.fixture
def life(_life: Life, db: None) -> Life:
    """With browsers of its own, because what ends a session changes their cookies."""
    found = replace(_life, owner=User.objects.get(pk=_life.owner.pk), here=Client(), there=Client(), staff=Client())
    for name in ("here", "there", "staff"):
        getattr(found, name).cookies = deepcopy(getattr(_life, name).cookies)
    return found


# --- What ends something ----------------------------------------------------------------------------------------------


def end_device(life: Life) -> None:
    pk = UserSession.objects.get(session_key=life.there.session.session_key).pk
    life.here.post(f"/preferences/devices/{pk}/end/")


def change_password(life: Life, **fields: str) -> None:
    life.here.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, **fields})


def set_password(life: Life, **fields: str) -> None:
    """The account has lost its password otherwise, and its owner has logged in with a code."""
    User.objects.filter(pk=life.owner.pk).update(password="!")
    life.owner.refresh_from_db()
    for browser in (life.here, life.there):
        session = browser.session
        session["_auth_user_hash"] = life.owner.get_session_auth_hash()
        session.save()
    life.here.post("/accounts/password/set/", {"password1": NEW, **fields})


def choose_by_mail(life: Life, **fields: str) -> None:
    browser = Client()
    form = browser.get(life.addresses["link to a new password"], follow=True)
    browser.post(form.request["PATH_INFO"], {"password1": NEW, **fields})


def secure(life: Life) -> None:
    now = timezone.now()
    securing.secure(
        SecurityMail.objects.create(
            user=life.owner,
            username="anna",
            address=life.owner.email,
            kind="token_made",
            changed_at=now,
            can_secure=True,
        )
    )


def by_staff(life: Life, path: str, **fields: str) -> None:
    answer = life.staff.post(f"/admin/accounts/user/{life.owner.pk}/{path}/", {**fields, **WHY})
    assert answer.status_code == 302, answer.content


FIELDS = {
    "username": "anna", "email": "anna@example.org", "language": "en", "time_zone": "Europe/Berlin",
    "board_style": "wood", "color_scheme": "system",
}  # fmt: skip


def give_password(life: Life) -> None:
    """As `manage.py changepassword` does."""
    life.owner.set_password(NEW)
    life.owner.save()


def close_and_open(life: Life) -> None:
    by_staff(life, "change", **FIELDS)
    by_staff(life, "change", **FIELDS, is_active="on")


def on_the_list(life: Life, table: str, pk: int, action: str) -> None:
    life.staff.post(f"/admin/{table}/", {"action": action, "_selected_action": [pk], **WHY})


def take_device_away(life: Life) -> None:
    row = UserSession.objects.get(session_key=life.there.session.session_key)
    on_the_list(life, "usersessions/usersession", row.pk, "take_away")


def token_of(life: Life) -> AccessToken:
    return AccessToken.objects.personal().get(user=life.owner)


def connection_of(life: Life) -> Connection:
    return Connection.objects.get(user=life.owner)


def delete_account(life: Life) -> None:
    erasure.close(life.owner, ending=True)
    erasure.finish(life.owner.pk)


def ask_and_keep(life: Life) -> None:
    waiting.ask(life.owner, ending=True)
    assert waiting.keep(life.owner.pk)


def run_out(life: Life) -> None:
    AccessToken.objects.personal().update(expires_at=timezone.now() - timedelta(seconds=1))


# By event, what is valid after it.
ENDS: dict[str, tuple[Callable[[Life], object], set[str]]] = {
    "nothing": (lambda _life: None, ALL),
    "logout": (lambda life: life.here.post("/accounts/logout/"), ALL - {"this session", "push here"}),
    "end of a device": (end_device, ALL - {"other session", "push there"}),
    "end of all other devices": (
        lambda life: life.here.post("/accounts/sessions/"), ALL - {"other session", "push there"},
    ),
    "end of a device by staff": (take_device_away, ALL - {"other session", "push there"}),
    "password changed": (change_password, SEAT | {"this session"}),
    "password changed, programs stay": (
        lambda life: change_password(life, **KEPT), SEAT | {"this session"} | KEPT_PROGRAMS,
    ),
    "password set": (set_password, SEAT | {"this session"}),
    "password set, programs stay": (
        lambda life: set_password(life, **KEPT), SEAT | {"this session"} | KEPT_PROGRAMS,
    ),
    "password forgotten": (choose_by_mail, SEAT),
    "password forgotten, programs stay": (
        lambda life: choose_by_mail(life, **KEPT), SEAT | KEPT_PROGRAMS,
    ),
    "password given by staff": (
        lambda life: by_staff(life, "password", password1=NEW, password2=NEW, usable_password="true"),
        SEAT,
    ),
    "password removed by staff": (
        lambda life: by_staff(life, "password", usable_password="false", **{"unset-password": "yes"}),
        SEAT,
    ),
    "password given by the operator": (give_password, SEAT),
    "secured": (secure, SEAT),
    "closed by staff": (lambda life: by_staff(life, "change", **FIELDS), set()),
    "closed by staff and opened again": (close_and_open, SEAT),
    "deletion asked for": (lambda life: waiting.ask(life.owner, ending=True), set()),
    "deletion asked for and cancelled": (ask_and_keep, set()),
    "deleted": (delete_account, set()),
    "token revoked": (lambda life: tokens.revoke(life.owner, token_of(life).pk), ALL - BY_TOKEN),
    "token revoked by staff": (
        lambda life: on_the_list(life, "accounts/accesstoken", token_of(life).pk, "revoke"), ALL - BY_TOKEN,
    ),
    "token expired": (run_out, ALL - BY_TOKEN),
    "app disconnected": (
        lambda life: life.here.post(f"/preferences/apps/{connection_of(life).app.client_id}/disconnect/"), ALL - BY_APP,
    ),
    "app revokes its token": (
        lambda life: connections.revoke_token(connection_of(life).app.client_id, life.secrets["app"]), ALL - BY_APP,
    ),
    "app switched off by staff": (
        lambda life: on_the_list(life, "accounts/app", connection_of(life).app.pk, "switch_off"), ALL - BY_APP,
    ),
    "app deleted by its owner": (lambda life: registration.delete(connection_of(life).app), ALL - BY_APP),
}  # fmt: skip


@pytest.mark.parametrize("event", ENDS)
def test_afterwards_only_this_is_valid(life: Life, event: str) -> None:
    act, left = ENDS[event]

    act(life)

    assert life.valid() == left
    delete_ended_access()
    rows = {kind: kind._default_manager.count() for kind in (Webhook, ChatConnection, PushSubscription, CalendarFeed)}
    assert rows == {
        Webhook: sum(name.startswith("webhook") for name in left),
        ChatConnection: sum(name.startswith("chat app") for name in left),
        PushSubscription: sum(name.startswith("push") for name in left),
        CalendarFeed: len(left & {"calendar"}),
    }
