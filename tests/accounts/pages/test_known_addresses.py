"""Nobody but the reader of its mails learns whether an address belongs to an account.

Each flow in which an address is entered is run with one that an account has confirmed and with one that nobody has.
Answers, mails, queries and the hashing of passwords must be the same.
"""

import json
import re
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.models import User
from accounts.privacy import waiting
from accounts.privacy.archive import write
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.games.notifications.people import confirm
from tests.support.database_roles import as_owner
from tests.support.one_instant import _one_instant
from tests.support.savepoints import rolled_back
from tests.support.signing_in import sign_in

__all__ = ["_one_instant"]

TAKEN, FREE = "taken@example.org", "fresh@example.org"
PASSWORD = SIGN_UP["password1"]
Flow = Callable[[Client, str], list[Any]]

pytestmark = pytest.mark.django_db


def signed_up(browser: Client, email: str) -> Any:
    return browser.post("/accounts/signup/", SIGN_UP | {"email": email})


def sign_up(browser: Client, email: str) -> list[Any]:
    return [signed_up(browser, email)]


def sign_up_from_an_invitation(browser: Client, email: str) -> list[Any]:
    page = browser.get("/accounts/signup/", {"email": email, "next": "/invitations/x/"})
    return [page, browser.post("/accounts/signup/", SIGN_UP | {"email": email, "next": "/invitations/x/"})]


def sign_up_with_mistakes(browser: Client, email: str) -> list[Any]:
    mistakes = ({"username": "bert"}, {"password1": "short"}, {"username": "a b"})
    return [browser.post("/accounts/signup/", SIGN_UP | {"email": email} | each) for each in mistakes]


def sign_up_twice(browser: Client, email: str) -> list[Any]:
    signed_up(browser, email)
    return [Client().post("/accounts/signup/", SIGN_UP | {"email": email.upper(), "username": "dina"})]


def look_at_the_new_account(browser: Client, email: str) -> list[Any]:
    signed_up(browser, email)
    pages = (
        "/",
        "/accounts/email/",
        "/preferences/",
        "/preferences/notifications/",
        "/preferences/export/",
        "/players/dora/",
    )
    return [*(browser.get(page) for page in pages), browser.get("/api/v1/account/")]


def change_the_new_account_over_the_api(browser: Client, email: str) -> list[Any]:
    signed_up(browser, email)
    bodies = ({"language": "de"}, {"email": email}, {"display_name": email})
    return [browser.patch("/api/v1/account/", json.dumps(body), content_type="application/json") for body in bodies]


def copy_the_data_of_the_new_account(browser: Client, email: str) -> list[Any]:
    signed_up(browser, email)
    pieces: list[bytes] = []
    write(User.objects.get(username="dora"), pieces.append, now=timezone.now())
    with ZipFile(BytesIO(b"".join(pieces))) as archive:
        files = [archive.read(name) for name in sorted(archive.namelist()) if name.endswith(".json")]
    return [HttpResponse(b"".join(files), content_type="application/json")]


def send_the_confirmation_again(browser: Client, email: str) -> list[Any]:
    signed_up(browser, email)
    answers = [browser.post("/accounts/email/", {"email": email, "action_send": ""}) for _time in range(3)]
    return [*answers, browser.get("/accounts/email/")]


def make_the_unconfirmed_address_primary(browser: Client, email: str) -> list[Any]:
    signed_up(browser, email)
    return [browser.post("/accounts/email/", {"email": email, "action_primary": ""}), browser.get("/accounts/email/")]


def remove_the_unconfirmed_address(browser: Client, email: str) -> list[Any]:
    signed_up(browser, email)
    return [browser.post("/accounts/email/", {"email": email, "action_remove": ""}), browser.get("/accounts/email/")]


def add_the_address(browser: Client, email: str) -> list[Any]:
    sign_in(browser, User.objects.get(username="bert"))
    answer = browser.post("/accounts/email/", {"email": email, "action_add": ""})
    again = browser.post("/accounts/email/", {"email": email, "action_add": ""})
    primary = browser.post("/accounts/email/", {"email": email, "action_primary": ""})
    return [answer, browser.get("/accounts/email/"), again, primary, browser.get("/api/v1/account/")]


def log_in_by_the_address(browser: Client, email: str) -> list[Any]:
    return [browser.post("/accounts/login/", {"login": each, "password": "a guess"}) for each in (email, email.upper())]


def log_in_by_ones_own_unconfirmed_address(browser: Client, email: str) -> list[Any]:
    signed_up(browser, email)
    browser.post("/accounts/logout/")
    return [browser.post("/accounts/login/", {"login": email, "password": PASSWORD}), browser.get("/")]


def log_in_after_wrong_passwords_for_the_name(browser: Client, email: str) -> list[Any]:
    for _time in range(5):
        browser.post("/accounts/login/", {"login": "anna", "password": "a guess"})
    return [browser.post("/accounts/login/", {"login": email, "password": "a guess"})]


def log_in_too_often(browser: Client, email: str) -> list[Any]:
    return [browser.post("/accounts/login/", {"login": email, "password": "a guess"}) for _time in range(6)]


def ask_for_a_code(browser: Client, email: str) -> list[Any]:
    return [browser.post("/accounts/login/code/", {"email": email}) for _time in range(4)]


def enter_a_wrong_code(browser: Client, email: str) -> list[Any]:
    answers = [browser.post("/accounts/login/code/", {"email": email})]
    return [*answers, browser.post("/accounts/login/code/confirm/", {"code": "ABC-DEF"})]


def reset_the_password(browser: Client, email: str) -> list[Any]:
    answers = [browser.post("/accounts/password/reset/", {"email": email}) for _time in range(6)]
    return [*answers, browser.get("/accounts/password/reset/done/")]


def reset_the_password_after_signing_up(browser: Client, email: str) -> list[Any]:
    signed_up(browser, email)
    return [Client().post("/accounts/password/reset/", {"email": email})]


FLOWS: list[Flow] = [
    sign_up,
    sign_up_from_an_invitation,
    sign_up_with_mistakes,
    sign_up_twice,
    look_at_the_new_account,
    change_the_new_account_over_the_api,
    copy_the_data_of_the_new_account,
    send_the_confirmation_again,
    make_the_unconfirmed_address_primary,
    remove_the_unconfirmed_address,
    add_the_address,
    log_in_by_the_address,
    log_in_by_ones_own_unconfirmed_address,
    log_in_after_wrong_passwords_for_the_name,
    log_in_too_often,
    ask_for_a_code,
    enter_a_wrong_code,
    reset_the_password,
    reset_the_password_after_signing_up,
]


# The account of a login that waits for its code. allauth fetches it by its number where there is one.
FETCHED_BY_ALLAUTH = re.compile(
    r'SELECT (?:"accounts_user"\."\w+",? )+FROM "accounts_user" WHERE "accounts_user"\."id" = \? ORDER BY '
    r'"accounts_user"\."id" ASC LIMIT \?'
)


def counting(method: Callable[..., Any], made: list[str]) -> Callable[..., Any]:
    def counted(*args: Any, **options: Any) -> Any:
        made.append("hash")
        return method(*args, **options)

    return counted


@pytest.fixture
def hashings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The expensive steps: one entry for each time that a password is hashed."""
    made: list[str] = []
    hasher = import_string(settings.PASSWORD_HASHERS[0])
    for name in ("encode", "verify"):
        monkeypatch.setattr(hasher, name, counting(getattr(hasher, name), made))
    return made


def like_any(text: str, email: str) -> str:
    """Without what two runs never share: the address, keys, numbers of rows."""
    text = re.sub(re.escape(email), "ADDRESS", text.replace("%40", "@"), flags=re.IGNORECASE)
    return re.sub(r"(?<=csrfmiddlewaretoken\" value=\")\w+|(?<=nonce[-=])['\"]?[\w+/=-]+|[0-9a-f-]{32,}", "KEY", text)


def shape_of(statement: str) -> str:
    """The statement without its values."""
    return re.sub(r"'(?:[^']|'')*'(?:::\w+)?|\b\d+\b|s\d+_x\d+", "?", statement)


def answer_of(answer: Any, email: str) -> list[str]:
    """Status, headers, cookies and body."""
    headers = [f"{name}: {value}" for name, value in answer.headers.items() if name not in ("X-Request-Id", "ETag")]
    cookies = [f"{name}: {morsel['max-age']}" for name, morsel in sorted(answer.cookies.items())]
    lines = [str(answer.status_code), *headers, *cookies, *answer.content.decode().splitlines()]
    return [like_any(line, email) for line in lines]


def seen(flow: Flow, email: str, hashings: list[str]) -> dict[str, list[str]]:
    """What can be seen or measured when the flow is run; everything is taken back."""
    cache.clear()
    mail.outbox.clear()
    hashings.clear()
    with as_owner(), connection.cursor() as cursor:  # Both runs make rows of the same numbers.
        for table in ("accounts_user", "account_emailaddress"):
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id) + 10) FROM {table}")
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        answers = [answer_of(each, email) for each in flow(Client(headers={"accept-language": "en"}), email)]
        transaction.set_rollback(True)
    return {
        "answers": [line for answer in answers for line in answer],
        "mails": [like_any(each.to[0], email) for each in mail.outbox],
        "queries": [shape for each in queries if not FETCHED_BY_ALLAUTH.fullmatch(shape := shape_of(each["sql"]))],
        "hashings": list(hashings),
    }


STATES = [
    ("open", "waits, closed by staff"),
    pytest.param(("waits for its deletion", "closed by staff"), marks=pytest.mark.campaign),
]


@pytest.mark.parametrize("states", STATES, ids=", ".join)
@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.__name__)
def test_no_flow_differs_for_an_address_that_somebody_has(
    anna: User, bert: User, hashings: list[str], flow: Flow, states: tuple[str, ...]
) -> None:
    """Whatever the state of their account."""
    EmailAddress.objects.create(user=anna, email=TAKEN, verified=True, primary=True)
    User.objects.filter(pk=anna.pk).update(email=TAKEN)
    confirm(bert)
    seen(flow, FREE, hashings)  # What is cached by the process is cached by now.

    free = seen(flow, FREE, hashings)
    for state in states:
        with rolled_back():
            bring_to(anna, state)
            taken = seen(flow, TAKEN, hashings)

        assert taken["answers"] == free["answers"], state
        assert taken["mails"] == free["mails"], state
        assert taken["queries"] == free["queries"], state
        assert taken["hashings"] == free["hashings"], state


def bring_to(user: User, state: str) -> None:
    user.refresh_from_db()
    if "waits" in state:
        waiting.ask(user, ending=True)
    if "closed" in state:
        User.objects.filter(pk=user.pk).update(is_active=False, closed_by_staff="waits" in state)
