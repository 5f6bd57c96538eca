"""What lets in others or outlives the session takes a proof of identity that is fresh, on pages and in the API.

Two tables have every page of the account and every operation that changes something outside of games: what needs the
proof, and what needs none, with the reason.
"""

import copy
import re
from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.internal.flows.reauthentication import STATE_SESSION_KEY
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.http import QueryDict
from django.test import Client, RequestFactory
from django.urls import URLResolver, get_resolver

from accounts.kept_requests import Kept
from accounts.models import AccessToken, App, Connection, DataExport, User
from games.calendar.models import CalendarFeed
from games.chat_apps.models import ChatConnection
from games.webhooks.models import Webhook
from kit.schema import generated
from tests.accounts.oauth.visits import asking, registered
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.games.notifications.people import confirm
from tests.support.browsing import forms_of
from tests.support.reading import text_of
from tests.support.savepoints import rolled_back
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
    pytest.param("/preferences/calendar/", {}, CalendarFeed, id="calendar"),
]
PAGES_WITH_A_PROOF: dict[str, dict[str, str]] = {
    "account_email": {"action_add": "", "email": "thief@example.org"},
    "account_set_password": {},
    "bot_account": {},
    "calendar": {},
    "chat_apps": {},
    "delete_account": {},
    "delete_app": {},
    "download_export": {},
    "exports": {},
    "mfa_activate_totp": {},
    "mfa_add_webauthn": {},
    "mfa_deactivate_totp": {},
    "mfa_edit_webauthn": {},
    "mfa_generate_recovery_codes": {},
    "mfa_remove_webauthn": {},
    "mfa_view_recovery_codes": {},
    "own_app": {},
    "own_apps": {},
    "rotate_secret": {},
    "switch_chat_app": {},
    "switch_webhook": {},
    "tokens": {},
    "webhook": {},
    "webhooks": {},
}
# Read only, so nothing is kept.
PAGES_WITH_GET = {"download_export", "mfa_view_recovery_codes"}
# There is none, so these lead elsewhere.
OF_FACTORS = {"mfa_deactivate_totp", "mfa_download_recovery_codes", "mfa_view_recovery_codes"}
ENTRY = "a way in, which asks for its own proof"
READ = "nothing is changed"
LESS = "takes rights away"
SETTING = "a setting of the player, which lets in nobody"
OWN_PLACE = "sends only to what was set up with a proof"
PAGES_WITHOUT_ONE = {
    "account_change_password": "asks for the password itself",
    "account_confirm_email": "the key in the mail is the proof",
    "account_confirm_login_code": ENTRY,
    "account_email_verification_sent": READ,
    "account_inactive": READ,
    "account_login": ENTRY,
    "account_logout": LESS,
    "account_reauthenticate": ENTRY,
    "account_request_login_code": ENTRY,
    "account_reset_password": ENTRY,
    "account_reset_password_done": READ,
    "account_reset_password_from_key": ENTRY,
    "account_reset_password_from_key_done": READ,
    "account_signup": ENTRY,
    "apps": READ,
    "arrival": "sends a notification to its owner",
    "authorize": "asks when the app is allowed: test_an_app_is_allowed_by_its_user_alone",
    "change_calendar": "whoever has the address has got it with a proof",
    "choose_look": SETTING,
    "days_off": SETTING,
    "delete_chat_app": LESS,
    "delete_webhook": LESS,
    "disconnect_app": LESS,
    "end_leave": SETTING,
    "end_session": LESS,
    "following": SETTING,
    "forget_browser": LESS,
    "keep_account": ENTRY,
    "keep_games": "makes the account of a guest, who has nothing to prove",
    "leave": SETTING,
    "mail_on": SETTING,
    "mfa_authenticate": ENTRY,
    "mfa_download_recovery_codes": "leads to the page that asks",
    "mfa_index": READ,
    "mfa_list_webauthn": READ,
    "mfa_login_webauthn": ENTRY,
    "mfa_reauthenticate": ENTRY,
    "mfa_reauthenticate_webauthn": ENTRY,
    "notification_settings": SETTING,
    "ping_webhook": OWN_PLACE,
    "preferences": SETTING,
    "profile": SETTING,
    "redeliver": OWN_PLACE,
    "relations": SETTING,
    "revoke_addresses": LESS,
    "revoke_calendar": LESS,
    "revoke_token": LESS,
    "secure_account": "the key in the mail is the proof",
    "set_emergency_day": SETTING,
    "test_chat_app": OWN_PLACE,
    "usersessions_list": LESS,
}
OPERATIONS_WITH_A_PROOF = {
    "become_bot",
    "change_app",
    "change_chat_connection",
    "change_webhook",
    "create_chat_connection",
    "create_token",
    "create_webhook",
    "make_calendar_feed",
    "register_app",
    "rotate_webhook_secret",
}
OPERATIONS_WITHOUT_ONE = {
    "change_calendar_feed": "whoever has the address has got it with a proof",
    "change_notification_settings": SETTING,
    "change_preferences": SETTING,
    "change_relation": SETTING,
    # A script asks, in answer to a click and to the browser's own question. The owner hears of each browser by a mail
    # with the link that secures the account, and sees the list of them.
    "create_push_subscription": "would ask for the password on most days, for what a browser asks about already",
    "evaluate_position": "changes nothing",
    "follow_player": SETTING,
    "mark_notifications_seen": SETTING,
    "redeliver_webhook": OWN_PLACE,
    "test_chat_connection": OWN_PLACE,
    "test_notifications": "sends a notification to its owner",
    "test_webhook": OWN_PLACE,
}
# To play is what a session is for, and its owner sees what was done in the games.
OF_GAMES = {
    f"{subject}:{action}"
    for subject in ("game", "challenge", "message", "dispute", "record", "club")
    for action in ("play", "write")
}


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


@pytest.mark.parametrize(("address", "fields", "model"), CHANGES)
def test_a_request_that_has_waited_too_long_for_the_password_is_dropped(
    stale: Client, address: str, fields: dict[str, str], model: type[Model]
) -> None:
    """Somebody else may have sent it, long before the owner came to this page."""
    before = model._default_manager.count()
    asked_for = stale.post(address, fields)

    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=15.1), tick=False):
        answer = stale.post(asked_for["Location"], PASSWORD, follow=True)

    assert model._default_manager.count() == before
    assert (answer.request["PATH_INFO"], answer.status_code) == (address, 200)
    assert "What you sent waited too long and was not carried out." in text_of(answer)


def test_a_kept_request_has_no_password(stale: Client, anna: User) -> None:
    stale.post("/preferences/tokens/", TOKEN | {"password1": "a brand new trombone", "oldpassword": "a good password"})

    request = RequestFactory().get("/")
    request.user = anna
    kept = Kept.of(request, stale.session[STATE_SESSION_KEY]["state"])
    assert kept is not None
    assert QueryDict(kept.sent).keys() == TOKEN.keys()


@pytest.mark.parametrize("name", PAGES_WITH_A_PROOF)
def test_no_row_has_in_clear_what_waits_for_a_proof(stale: Client, anna: User, name: str) -> None:
    """Such as the address and the token of a chat app: a session is signed, and everybody can read it."""
    if name in OF_FACTORS:
        TOTP.activate(anna, generate_totp_secret())
        RecoveryCodes.activate(anna)
    address = dict(PAGES)[name]
    secret = "s3cr3t-w0rd"
    fields = dict.fromkeys(("url", "token", "name", "detail"), secret)

    stale.post(f"{address}?said={secret}", PAGES_WITH_A_PROOF[name] | fields, headers={"X-Said": secret})

    row = Session.objects.get(session_key=stale.session.session_key)
    assert STATE_SESSION_KEY in row.get_decoded() or name in PAGES_WITH_GET
    assert secret not in str(row.get_decoded())


@pytest.mark.parametrize("query", ["", "?from=mail"])
def test_a_kept_request_goes_on_from_the_proof_that_it_has_led_to(stale: Client, query: str) -> None:
    way = stale.post(f"/preferences/tokens/{query}", TOKEN)["Location"]

    [form] = [form for form in forms_of(stale.get(way)) if "password" in form.fields]
    stale.post(form.action, form.filled() | PASSWORD)

    assert AccessToken.objects.count() == 1


@pytest.mark.parametrize("address", ["/accounts/reauthenticate/", "/preferences/delete/"])
def test_what_somebody_else_has_sent_in_the_session_waits_in_vain_for_the_owners_proof(
    stale: Client, anna: User, address: str
) -> None:
    """The owner proves who they are to see the page, which asks for it, and has never pressed its button."""
    stale.post("/preferences/delete/", {"name": anna.username})

    [form] = [form for form in forms_of(stale.get(address, follow=True)) if "password" in form.fields]
    page = stale.post(form.action, form.filled() | PASSWORD, follow=True)

    anna.refresh_from_db()
    assert (anna.is_active, anna.deletion_due_at) == (True, None)
    assert "what you sent before was not carried out" in text_of(page)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "You moved on to another page, so what you sent before was not carried out."),
        ("de", "Du hast auf einer anderen Seite weitergemacht"),
    ],
)
@pytest.mark.parametrize("who", ["player", "staff"])
def test_what_waits_is_dropped_and_said_if_the_proof_is_given_for_another_page(
    stale: Client, anna: User, who: str, language: str, words: str
) -> None:
    is_staff = who == "staff"
    User.objects.filter(pk=anna.pk).update(language=language, is_staff=is_staff, is_superuser=is_staff)
    if is_staff:
        fields = {"user": anna.pk, "email": "other@example.org", "verified": "on"}
        asked = stale.post("/admin/account/emailaddress/add/", fields)
    else:
        asked = stale.post("/preferences/tokens/", TOKEN)

    page = stale.post("/accounts/reauthenticate/", PASSWORD | {"next": "/preferences/export/"}, follow=True)
    answer = stale.post("/accounts/reauthenticate/", PASSWORD)

    assert (asked.status_code, answer.status_code) == (302, 302)
    assert page.request["PATH_INFO"] == "/preferences/export/"
    assert words in text_of(page)
    assert not AccessToken.objects.exists()
    assert not EmailAddress.objects.filter(email="other@example.org").exists()


@pytest.mark.parametrize(
    "state",
    [{"sealed": "unreadable"}, {"address": "/preferences/tokens/", "sent": "", "at": 0}],
    ids=["key", "version"],
)
def test_what_cannot_be_read_any_more_is_dropped_and_said(stale: Client, state: dict[str, Any]) -> None:
    stale.post("/preferences/tokens/", TOKEN)
    session = stale.session
    session[STATE_SESSION_KEY] = session[STATE_SESSION_KEY] | {"state": state}
    session.save()

    answer = stale.post("/accounts/reauthenticate/", PASSWORD, follow=True)

    assert "was not carried out" in text_of(answer)
    assert not AccessToken.objects.exists()


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
        ("/api/v1/calendar-feed/", {}),
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


# --- All pages and operations -----------------------------------------------------------------------------------------


def pages_of_accounts(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, str]]:
    """Name and an address of each page of the account."""
    for pattern in resolver.url_patterns:
        address = before + re.sub(r"<[^>]+>|\(\?P<[^)]*\)(?:-\([^)]*\)+)?", "1", str(pattern.pattern).strip("^$"))
        if isinstance(pattern, URLResolver):
            yield from pages_of_accounts(pattern, address)
        elif address.startswith(("preferences/", "accounts/", "oauth/")):
            yield str(pattern.name), f"/{address}".replace("\\Z", "")


Page = tuple[str, str]
PAGES: list[Page] = sorted(pages_of_accounts(get_resolver()))


def pages_that_lead_to(start: str, browser: Client, user: User, *, of_factors: Collection[str]) -> list[Page]:
    """The pages that send the browser to an address that begins so, of all; those of factors with both of them."""
    found, cookies = [], copy.deepcopy(browser.cookies)
    for name, address in PAGES:
        browser.cookies = copy.deepcopy(cookies)
        with rolled_back():
            if name in of_factors:
                TOTP.activate(user, generate_totp_secret())
                RecoveryCodes.activate(user)
            answer = browser.post(address, PAGES_WITH_A_PROOF.get(name, {}))
            if answer.status_code == 405:
                answer = browser.get(address)
            if answer.status_code == 302 and answer["Location"].startswith(start):
                found.append((name, address))
    return found


def test_every_page_of_the_account_asks_for_the_proof_or_says_why_not(stale: Client, anna: User) -> None:
    found = pages_that_lead_to("/accounts/reauthenticate/?", stale, anna, of_factors=OF_FACTORS)

    assert found == [(name, address) for name, address in PAGES if name not in PAGES_WITHOUT_ONE]
    assert {name for name, _address in found} == set(PAGES_WITH_A_PROOF)


def test_an_account_without_password_and_second_factor_proves_itself_by_a_mail(stale: Client, anna: User) -> None:
    """Its owner has logged in with a code by mail. What lets in others begins with a password, chosen by mail."""
    without_password(stale, anna)

    found = pages_that_lead_to("/accounts/password/reset/?", stale, anna, of_factors=())

    wanted = PAGES_WITH_A_PROOF.keys() - OF_FACTORS
    assert found == [(name, address) for name, address in PAGES if name in wanted]


@pytest.mark.parametrize("has_password", [True, False])
def test_a_session_in_which_nothing_was_proved_changes_nothing(stale: Client, anna: User, has_password: bool) -> None:
    if not has_password:
        without_password(stale, anna)
    session = stale.session
    del session[AUTHENTICATION_METHODS_SESSION_KEY]
    session.save()

    page = stale.post("/accounts/email/", PAGES_WITH_A_PROOF["account_email"])
    call = stale.post("/api/v1/tokens/", {"description": "bot", "scopes": ["game:read"]}, "application/json")

    assert "/accounts/reauthenticate/" in page["Location"] or "/accounts/password/reset/" in page["Location"]
    assert call.json()["code"] == "fresh_authentication_required"
    assert not EmailAddress.objects.filter(email=PAGES_WITH_A_PROOF["account_email"]["email"]).exists()


def without_password(browser: Client, user: User) -> None:
    """As after the account was secured, with the session kept."""
    user.set_unusable_password()
    user.save()
    session = browser.session
    session["_auth_user_hash"] = user.get_session_auth_hash()
    session.save()


def test_a_login_with_a_code_proves_it_for_a_quarter_of_an_hour(anna: User) -> None:
    confirm(anna)
    browser = sign_in(Client(), anna)
    without_password(browser, anna)

    browser.post("/accounts/password/set/", {"password1": "a brand new trombone"})

    anna.refresh_from_db()
    assert anna.check_password("a brand new trombone")


def test_a_first_password_is_not_chosen_by_a_session_alone(stale: Client, anna: User) -> None:
    """A second factor is a proof where there is no password."""
    TOTP.activate(anna, generate_totp_secret())
    without_password(stale, anna)

    answer = stale.post("/accounts/password/set/", {"password1": "a brand new trombone"})

    assert answer["Location"].startswith("/accounts/2fa/reauthenticate/?")
    anna.refresh_from_db()
    assert not anna.has_usable_password()


def test_the_tables_have_no_page_that_there_is_not() -> None:
    assert {name for name, _address in PAGES} == PAGES_WITH_A_PROOF.keys() | PAGES_WITHOUT_ONE.keys()


def operations() -> Iterator[tuple[str, str, str]]:
    """Name, method and address of the operations that change something for somebody, but in games."""
    for path, item in generated()["paths"].items():
        for method, operation in item.items():
            security: list[dict[str, Any]] = operation.get("security", [])
            scopes = {scope for way in security for scope in way.get("token", ())}
            is_of_somebody = {"session": []} in security and {} not in security
            if method in ("post", "put", "patch") and is_of_somebody and not scopes & OF_GAMES:
                yield operation["operationId"], method, re.sub(r"{[^}]+}", "1", path)


OPERATIONS = sorted(operations())


@pytest.mark.parametrize(("name", "method", "address"), OPERATIONS)
def test_every_operation_asks_for_the_proof_or_says_why_not(
    stale: Client, name: str, method: str, address: str
) -> None:
    answer = getattr(stale, method)(address, {}, content_type="application/json")

    is_asked = answer.status_code == 403 and answer.json()["code"] == "fresh_authentication_required"
    assert (is_asked, not is_asked) == (name in OPERATIONS_WITH_A_PROOF, name in OPERATIONS_WITHOUT_ONE)


@pytest.mark.parametrize(("name", "method", "address"), OPERATIONS)
def test_every_operation_asks_accounts_without_password_and_second_factor_too(
    stale: Client, anna: User, name: str, method: str, address: str
) -> None:
    without_password(stale, anna)

    answer = getattr(stale, method)(address, {}, content_type="application/json")

    is_asked = answer.status_code == 403 and answer.json()["code"] == "fresh_authentication_required"
    assert is_asked == (name in OPERATIONS_WITH_A_PROOF)


def test_the_tables_have_no_operation_that_there_is_not() -> None:
    assert {name for name, _method, _address in OPERATIONS} == OPERATIONS_WITH_A_PROOF | OPERATIONS_WITHOUT_ONE.keys()
