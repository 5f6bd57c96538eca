"""Every kind of change is told by a mail, and everything that lets in others or outlives the session is one.

Two tables have every page of the account and every operation that asks for a proof: what is told of it, or why nothing.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self

import allauth
import pytest
import time_machine
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone, translation
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import names, preferences, tokens
from accounts.adapter import KINDS_BY_TEMPLATE
from accounts.confirmations import Confirmation
from accounts.models import AccessToken, SecurityMail, User
from accounts.privacy import waiting
from accounts.security import mails
from accounts.tasks import delete_ended_access
from games.calendar.models import CalendarFeed
from games.chat_apps.models import ChatConnection
from games.notifications.models import PushSubscription
from games.webhooks.models import Webhook
from tests.accounts.oauth.visits import asking, bearer, registered
from tests.accounts.security.test_fresh_authentication import (
    APP,
    CHAT_APP,
    OPERATIONS_WITH_A_PROOF,
    PAGES_WITH_A_PROOF,
    PAGES_WITHOUT_ONE,
    TOKEN,
    WEBHOOK,
    without_password,
)
from tests.accounts.security.test_new_passwords import NEW, choose
from tests.games.notifications.browser import Browser
from tests.games.notifications.people import confirm
from tests.games.notifications.postbox import PostBox, post_box, text_of
from tests.support.reading import language_of
from tests.support.signing_in import sign_in

Kind = mails.Kind
FIREFOX = {"user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}
HERE = {"url": "http://127.0.0.1:8999/hear"}
PASSWORDS = {"oldpassword": "a good password", "password1": "another shiny trombone"}
EMAIL, TOTP_PAGES = "/accounts/email/", "/accounts/2fa/totp/"


@dataclass(frozen=True)
class Page:
    """A page of the account, and what its owner does there."""

    browser: Client
    owner: User

    def post(self, address: str, **fields: Any) -> Any:
        answer = self.browser.post(address, fields)
        assert answer.status_code in (200, 302, 303), answer.content
        return answer

    def with_address(self) -> Self:
        EmailAddress.objects.create(user=self.owner, email="other@example.org", verified=True)
        return self

    def confirm(self) -> None:
        row = EmailAddress.objects.create(user=self.owner, email="other@example.org")
        self.post(f"/accounts/confirm-email/{Confirmation(row).key}/")

    def reset(self) -> None:
        key = f"{user_pk_to_url_str(self.owner)}-{default_token_generator.make_token(self.owner)}"
        choose(Client(headers=FIREFOX), f"/accounts/password/reset/key/{key}/", NEW)

    def set_password(self) -> None:
        without_password(self.browser, self.owner)
        self.post("/accounts/password/set/", **NEW)

    def call(self, address: str, method: str = "post", **body: object) -> None:
        ask = getattr(self.browser, method)
        answer = ask(f"/api/v1/{address}", json.dumps(body), content_type="application/json")
        assert answer.status_code in (200, 201), answer.content

    def prefer(self, **changed: str) -> None:
        form = self.browser.get("/preferences/").context["form"]
        sent = {field.html_name: field.value() for field in form if field.value() not in (False, None)}
        self.post("/preferences/", **sent | changed)

    def webhook(self) -> Webhook:
        return Webhook.objects.create(owner=self.owner, url="http://127.0.0.1:8998/", host="127.0.0.1", last_seq=0)

    def own_app(self) -> str:
        app = registered(self.owner)
        SecurityMail.objects.all().delete()
        return app.client_id

    def with_factor(self) -> Self:
        TOTP.activate(self.owner, generate_totp_secret())
        return self

    def set_up_factor(self) -> None:
        with time_machine.travel(datetime.now(UTC), tick=False):
            secret = self.browser.get(f"{TOTP_PAGES}activate/").context["form"].secret
            code = format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))
            self.post(f"{TOTP_PAGES}activate/", code=code)

    def key(self) -> Authenticator:
        data = {"name": "key", "credential": {}}
        return Authenticator.objects.create(user=self.owner, type=Authenticator.Type.WEBAUTHN, data=data)

    def keep(self) -> None:
        waiting.ask(self.owner, ending=True)
        SecurityMail.objects.all().delete()
        self.browser.logout()
        self.browser.post("/accounts/login/", {"login": "anna", "password": "a good password"})
        self.post("/accounts/deletion/")

    def link_to_secure(self) -> str:
        mails.record(self.owner, Kind.TOTP_ADDED)
        row = SecurityMail.objects.get()
        SecurityMail.objects.update(ended_at=row.changed_at)
        return mails.link(row).removeprefix("http://localhost:8000")


MADE_WITH_A_PROOF = "sends only to what was told when it was set up"
READ = "nothing is changed"
NAME = "changes nothing but a name"
# By the name of each page that changes how one gets in or what gets out: what is done there, and what is told.
PAGES: dict[str, list[tuple[Callable[[Page], object], Kind]]] = {
    "account_email": [
        (lambda page: page.post(EMAIL, action_add="", email="other@example.org"), Kind.ADDRESS_ADDED),
        (lambda page: page.with_address().post(EMAIL, action_remove="", email="other@example.org"),
         Kind.ADDRESS_REMOVED),
        (lambda page: page.with_address().post(EMAIL, action_primary="", email="other@example.org"),
         Kind.ADDRESS_PRIMARY),
    ],
    "account_confirm_email": [(lambda page: page.confirm(), Kind.ADDRESS_CONFIRMED)],
    "account_change_password": [
        (lambda page: page.post("/accounts/password/change/", **PASSWORDS), Kind.PASSWORD_CHANGED),
    ],
    "account_set_password": [(lambda page: page.set_password(), Kind.PASSWORD_CHANGED)],
    "account_reset_password_from_key": [(lambda page: page.reset(), Kind.PASSWORD_RESET)],
    "secure_account": [(lambda page: page.post(page.link_to_secure()), Kind.SECURED)],
    "mfa_activate_totp": [(lambda page: page.set_up_factor(), Kind.TOTP_ADDED)],
    "mfa_deactivate_totp": [
        (lambda page: page.with_factor().post(f"{TOTP_PAGES}deactivate/"), Kind.TOTP_REMOVED),
    ],
    "mfa_remove_webauthn": [
        (lambda page: page.post(f"/accounts/2fa/webauthn/keys/{page.key().pk}/remove/"), Kind.KEY_REMOVED),
    ],
    "mfa_generate_recovery_codes": [
        (lambda page: page.with_factor().post("/accounts/2fa/recovery-codes/generate/"), Kind.CODES_MADE),
    ],
    "tokens": [(lambda page: page.post("/preferences/tokens/", **TOKEN), Kind.TOKEN_MADE)],
    "authorize": [
        (lambda page: page.post(asking(registered(User.objects.create_user("maker"))), decision="allow"),
         Kind.APP_CONNECTED),
    ],
    "own_apps": [(lambda page: page.post("/preferences/apps/own/", **APP), Kind.APP_REGISTERED)],
    "own_app": [(lambda page: page.post(f"/preferences/apps/own/{page.own_app()}/", **APP), Kind.APP_CHANGED)],
    "delete_app": [
        (lambda page: page.post(f"/preferences/apps/own/{page.own_app()}/delete/"), Kind.APP_DELETED),
    ],
    "bot_account": [
        (lambda page: page.post("/preferences/bot/", operator="", confirm="anna"), Kind.BOT_MADE),
    ],
    "exports": [(lambda page: page.post("/preferences/export/"), Kind.EXPORT_REQUESTED)],
    "webhooks": [(lambda page: page.post("/preferences/webhooks/", **WEBHOOK | HERE), Kind.WEBHOOK_SET_UP)],
    "webhook": [
        (lambda page: page.post(f"/preferences/webhooks/{page.webhook().pk}/", **WEBHOOK | HERE),
         Kind.WEBHOOK_CHANGED),
    ],
    "rotate_secret": [
        (lambda page: page.post(f"/preferences/webhooks/{page.webhook().pk}/secret/"), Kind.WEBHOOK_CHANGED),
    ],
    "chat_apps": [(lambda page: page.post("/preferences/chat-apps/", **CHAT_APP), Kind.CHAT_APP_SET_UP)],
    "calendar": [(lambda page: page.post("/preferences/calendar/"), Kind.FEED_MADE)],
    "preferences": [(lambda page: page.prefer(display_name="Jörg"), Kind.NAME_CHANGED)],
    "keep_account": [(lambda page: page.keep(), Kind.DELETION_CANCELLED)],
    "delete_account": [
        (lambda page: page.post("/preferences/delete/", name="anna"), Kind.DELETION_ASKED),
    ],
}  # fmt: skip
UNTOLD = {
    "download_export": READ,
    "mfa_add_webauthn": "needs a device: test_every_notice_of_allauth_is_told",
    "mfa_edit_webauthn": NAME,
    "mfa_view_recovery_codes": READ,
    "switch_chat_app": MADE_WITH_A_PROOF,
    "switch_webhook": MADE_WITH_A_PROOF,
}
ACTS = [(name, act, kind) for name, acts in PAGES.items() for act, kind in acts]
# The same for operations.
OPERATIONS: dict[str, tuple[Callable[[Page], object], Kind]] = {
    "create_token": (lambda page: page.call("tokens/", description="bot", scopes=["game:read"]), Kind.TOKEN_MADE),
    "register_app": (
        lambda page: page.call("apps/", name="Table", redirect_uris=["https://app.example.org/back"]),
        Kind.APP_REGISTERED,
    ),
    "change_app": (
        lambda page: page.call(f"apps/{page.own_app()}/", "patch", name="Board"), Kind.APP_CHANGED,
    ),
    "become_bot": (lambda page: page.call("account/bot/", confirm="anna", operator="Jane Doe"), Kind.BOT_MADE),
    "create_webhook": (lambda page: page.call("webhooks/", **HERE), Kind.WEBHOOK_SET_UP),
    "change_webhook": (
        lambda page: page.call(f"webhooks/{page.webhook().pk}/", "patch", **HERE), Kind.WEBHOOK_CHANGED,
    ),
    "rotate_webhook_secret": (
        lambda page: page.call(f"webhooks/{page.webhook().pk}/secret/"), Kind.WEBHOOK_CHANGED,
    ),
    "create_chat_connection": (lambda page: page.call("chat-connections/", **CHAT_APP), Kind.CHAT_APP_SET_UP),
    "make_calendar_feed": (lambda page: page.call("calendar-feed/"), Kind.FEED_MADE),
    "create_push_subscription": (
        lambda page: page.call("push-subscriptions/", endpoint="https://8.8.8.8/push", **Browser().keys),
        Kind.PUSH_SET_UP,
    ),
    "change_preferences": (lambda page: page.call("account/", "patch", display_name="Jörg"), Kind.NAME_CHANGED),
}  # fmt: skip
UNTOLD_OPERATIONS = {"change_chat_connection": MADE_WITH_A_PROOF}
# A token that its owner has given `webhook:write` makes these without a page, which bots need.
BY_TOKEN: dict[str, type[Any]] = {
    "create_webhook": Webhook,
    "create_chat_connection": ChatConnection,
    "make_calendar_feed": CalendarFeed,
    "create_push_subscription": PushSubscription,
}


@pytest.fixture
def box(settings: LazySettings) -> Iterator[PostBox]:
    settings.WEBHOOKS_TO_LOOPBACK = True
    with post_box() as found:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", found.port
        yield found


@pytest.fixture
def owner(anna: User) -> User:
    confirm(anna)
    return anna


def told(box: PostBox, kind: Kind) -> str:
    """The text of the one mail to Anna, which must say what was changed."""
    [row] = SecurityMail.objects.filter(ended_at=None, address="anna@example.org")
    while mails.send_next():
        pass
    [text] = [text_of(mail) for mail in box.emails if mail["To"] == "anna@example.org"]
    with translation.override(row.language):
        assert (row.kind, row.sentence in text) == (kind, True)
    return text


def test_every_page_that_asks_for_a_proof_is_told_of_or_says_why_not() -> None:
    own_proof = {
        "account_change_password", "account_confirm_email", "account_reset_password_from_key", "authorize",
        "keep_account", "secure_account",
    }  # fmt: skip

    # Asks for none, and is told because others know one by the display name.
    public = {"preferences"}

    assert PAGES.keys() | UNTOLD.keys() == PAGES_WITH_A_PROOF.keys() | own_proof | public
    assert own_proof | public <= PAGES_WITHOUT_ONE.keys()


@pytest.mark.parametrize(("name", "act", "kind"), ACTS, ids=[f"{name}: {kind}" for name, _act, kind in ACTS])
def test_what_is_done_on_a_page_is_told_with_the_link_that_takes_it_back(
    owner: User,
    box: PostBox,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    name: str,
    act: Callable[[Page], object],
    kind: Kind,
) -> None:
    page = Page(sign_in(Client(headers=FIREFOX), owner), owner)

    with django_capture_on_commit_callbacks(execute=True):
        act(page)

    text = told(box, kind)
    assert (kind in mails.WITHOUT_LINK) is ("/accounts/secure/" not in text)
    assert "Using: Firefox on Linux" in text


def test_every_notice_of_allauth_is_told() -> None:
    """Those about addresses come by its signals, with the address."""
    folder = Path(allauth.__file__).parent / "templates"
    texts = [path for app in ("account", "mfa") for path in (folder / app / "email").glob("*_message.txt")]
    notifications = {path for path in texts if "base_notification" in path.read_text()}
    names = {str(path.relative_to(folder)).removesuffix("_message.txt") for path in notifications}

    assert names - KINDS_BY_TEMPLATE.keys() == {
        f"account/email/email_{name}" for name in ("confirm", "changed", "deleted")
    }
    assert KINDS_BY_TEMPLATE.keys() <= names


def test_every_operation_that_asks_for_a_proof_is_told_of_or_says_why_not() -> None:
    wanted = OPERATIONS_WITH_A_PROOF | {"create_push_subscription", "change_preferences"}

    assert OPERATIONS.keys() | UNTOLD_OPERATIONS.keys() == wanted


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_an_operation_makes_is_told_with_the_link_that_takes_it_back(owner: User, box: PostBox, name: str) -> None:
    act, kind = OPERATIONS[name]

    act(Page(sign_in(Client(headers=FIREFOX), owner), owner))

    text = told(box, kind)
    assert "/accounts/secure/" in text
    assert "Using: Firefox on Linux" in text


@pytest.mark.parametrize("name", BY_TOKEN)
def test_what_a_token_makes_is_told_and_ends_with_it(owner: User, box: PostBox, name: str) -> None:
    act, kind = OPERATIONS[name]
    token, secret = AccessToken.issue(user=owner, description="bot", scopes=["webhook:write"])

    program = bearer(secret)
    program.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}", HTTP_USER_AGENT="mybot/1.0")

    act(Page(program, owner))

    text = told(box, kind)
    assert "/accounts/secure/" in text
    assert "Using: mybot/1.0" in text
    assert BY_TOKEN[name]._default_manager.get().token == token
    tokens.revoke(owner, token.pk)
    delete_ended_access()
    assert not BY_TOKEN[name]._default_manager.exists()


def test_every_kind_is_told_by_something_here() -> None:
    by_pages = {kind for acts in PAGES.values() for _act, kind in acts}
    # A device is needed for the first, and time for the next two. Staff does the others, in test_staff_actions.py.
    rest = {Kind.KEY_ADDED, Kind.TOKEN_ENDS, Kind.DELETED, Kind.CLOSED, Kind.OPENED}

    assert by_pages | {kind for _act, kind in OPERATIONS.values()} | rest == set(Kind)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_kind_arrives_in_the_language_of_its_owner(owner: User, box: PostBox, kind: Kind, language: str) -> None:
    owner.language = language
    owner.save()

    mails.record(owner, kind, detail="Detail")

    if kind == Kind.DELETED:
        assert mails.send_next()
        return
    text = told(box, kind)
    with translation.override("en"):
        english = str(kind.label) % {"detail": "Detail"}
    assert (english in text) == (language == "en")


def test_the_mail_about_a_reopened_account_does_not_ask_whether_it_was_its_owner(owner: User, box: PostBox) -> None:
    mails.record(owner, Kind.OPENED)

    text = told(box, Kind.OPENED)

    [email] = box.emails
    for part in (text, text_of(email, "html")):
        assert "You can log in again." in part
        assert "it was you" not in part


def test_the_mail_about_a_token_that_expires_soon_tells_of_no_change(owner: User, box: PostBox) -> None:
    mails.record(owner, Kind.TOKEN_ENDS, detail="old bot")

    text = told(box, Kind.TOKEN_ENDS)

    [email] = box.emails
    assert email["Subject"] == "An API token of anna expires soon"
    assert "was changed" not in text + text_of(email, "html")
    assert "When:" not in text + text_of(email, "html")


# --- The language -----------------------------------------------------------------------------------------------------


def by_switch(page: Page, language: str) -> None:
    page.post("/language/", language=language)


def by_preferences(page: Page, language: str) -> None:
    page.prefer(language=language)


def by_call(page: Page, language: str) -> None:
    page.call("account/", "patch", language=language)


@pytest.fixture
def german(owner: User) -> User:
    """Anna, who has read German since she signed up long ago."""
    User.objects.filter(pk=owner.pk).update(language="de", date_joined=timezone.now() - timedelta(days=100))
    owner.refresh_from_db()
    return owner


@pytest.mark.parametrize("switch", [by_switch, by_preferences, by_call])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_no_session_changes_the_language_of_mails_about_changes(
    german: User, box: PostBox, switch: Callable[[Page, str], None], times: int
) -> None:
    """However often a thief changes it."""
    page = Page(sign_in(Client(headers=FIREFOX), german), german)

    for number in range(times):
        switch(page, ["en", "de"][number % 2])
    page.post("/accounts/password/change/", **PASSWORDS)

    german.refresh_from_db()
    assert german.language == ("de" if times == 2 else "en")
    assert "Das Passwort wurde geändert." in told(box, Kind.PASSWORD_CHANGED)


@pytest.mark.parametrize(("name", "act", "kind"), ACTS, ids=[f"{name}: {kind}" for name, _act, kind in ACTS])
def test_what_is_done_after_it_is_told_in_the_language_of_before(
    german: User,
    box: PostBox,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    name: str,
    act: Callable[[Page], object],
    kind: Kind,
) -> None:
    """With its details: two names, or a moment. The page of its link is in that language too."""
    page = Page(sign_in(Client(headers=FIREFOX), german), german)
    by_switch(page, "en")
    german.refresh_from_db()

    with django_capture_on_commit_callbacks(execute=True):
        act(page)

    text = told(box, kind)
    assert text.startswith("Hallo anna!")
    if kind == Kind.NAME_CHANGED:
        assert "Aus „anna“ wurde „Jörg“" in text
    if kind == Kind.DELETION_ASKED:
        assert re.search(r"wird am \d+\. \w+\.? \d{4}, [\d:]+\sUhr gelöscht", text)
    for link in re.findall(r"http\S+(/accounts/secure/\S+)", text):
        assert language_of(Client().get(link)) == "de"


def test_securing_the_account_gives_its_language_back(german: User, box: PostBox) -> None:
    page = Page(sign_in(Client(headers=FIREFOX), german), german)
    by_switch(page, "en")
    page.post("/accounts/password/change/", **PASSWORDS)
    [link] = re.findall(r"http\S+(/accounts/secure/\S+)", told(box, Kind.PASSWORD_CHANGED))

    Client().post(link)

    german.refresh_from_db()
    assert german.language == "de"


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_stays_in_the_former_language_for_thirty_days(german: User, kind: Kind) -> None:
    preferences.change(german, {"language": "en"})

    for days in (0, 29, 31):
        with time_machine.travel(datetime.now(UTC) + timedelta(days=days), tick=False):
            mails.record(german, kind)

    assert list(SecurityMail.objects.order_by("pk").values_list("language", flat=True)) == ["de", "de", "en"]


def test_who_has_just_signed_up_corrects_what_the_browser_has_said(owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(language="de", date_joined=timezone.now() - timedelta(hours=23))
    owner.refresh_from_db()

    preferences.change(owner, {"language": "en"})
    mails.record(owner, Kind.TOTP_ADDED)

    assert SecurityMail.objects.get().language == "en"


# --- What is not told -------------------------------------------------------------------------------------------------


def test_a_browser_that_is_known_is_told_once(owner: User, box: PostBox) -> None:
    browser, body = sign_in(Client(), owner), {"endpoint": "https://8.8.8.8/push", **Browser().keys}

    for _time in range(2):
        browser.post("/api/v1/push-subscriptions/", body, content_type="application/json")

    assert "8.8.8.8" in told(box, Kind.PUSH_SET_UP)


def test_other_preferences_are_not_told_and_neither_is_a_name_that_staff_takes_away(owner: User) -> None:
    """The owner hears of that by the message of the decision."""
    page = Page(sign_in(Client(), owner), owner)
    page.prefer(display_name="Jörg")
    page.prefer(language="de", display_name="Jörg")
    owner.refresh_from_db()
    names.replace(owner)

    assert [mail.sentence for mail in SecurityMail.objects.all()] == [
        "The display name was changed: “anna” became “Jörg”."
    ]


def test_without_a_display_name_others_read_the_username(owner: User) -> None:
    names.give(owner, "Jörg")
    names.give(owner, "")

    assert [mail.detail for mail in SecurityMail.objects.all()] == ["“Jörg” became “anna”", "“anna” became “Jörg”"]
