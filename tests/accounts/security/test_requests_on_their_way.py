"""What was sent before the account was secured, and gets to its row only afterwards, changes nothing any more."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from django.conf import LazySettings
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from accounts.access import AccessEnded
from accounts.models import SecurityMail, User
from accounts.security import securing
from tests.accounts.security.test_kinds_of_mails import OPERATIONS, PAGES, Page
from tests.games.notifications.people import confirm
from tests.support.passkeys import Passkey
from tests.support.signing_in import sign_in
from tests.support.snapshots import rows

pytestmark = pytest.mark.django_db(transaction=True)

Act = Callable[[Any], object]
NEW = "another shiny trombone"
# What the form of the administration sends.
FIELDS = {
    "username": "anna", "email": "anna@example.org", "language": "de", "time_zone": "Europe/Berlin",
    "board_style": "wood", "color_scheme": "system", "is_active": "on",
}  # fmt: skip
# What says that somebody was here, and what waits to be told.
RECORDS = {"django_session", "usersessions_usersession", "accounts_securitymail", "accounts_loginentry"}


@dataclass(frozen=True)
class LatePage(Page):
    """A page whose requests get to the row of the account after its owner has secured it."""

    found: dict[str, dict[str, str]] = field(default_factory=dict)
    answers: list[Any] = field(default_factory=list)

    def post(self, address: str, **fields: Any) -> Any:
        with self.overtaken():
            self.answers.append(self.browser.post(address, fields))
        return self.answers[-1]

    def call(self, address: str, method: str = "post", **body: object) -> None:
        ask = getattr(self.browser, method)
        with self.overtaken():
            self.answers.append(ask(f"/api/v1/{address}", body, content_type="application/json"))

    def add_passkey(self) -> None:
        with self.overtaken():
            self.answers.append(Passkey().add(self.browser))

    def choose_password(self) -> None:
        """By a mailed link, whose form is open already."""
        with self.overtaken():
            self.reset()

    @contextmanager
    def overtaken(self) -> Iterator[None]:
        with connection.execute_wrapper(self._secured_first):
            yield

    def _secured_first(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not self.found and "FOR NO KEY UPDATE" in sql and 'FROM "accounts_user"' in sql:
            with ThreadPoolExecutor(1) as threads:
                threads.submit(self._secure).result(timeout=30)
        return execute(sql, *rest)

    def _secure(self) -> None:
        """In a thread, and so on a connection, of its own."""
        try:
            columns = {"username": "anna", "address": self.owner.email, "changed_at": timezone.now()}
            mail = SecurityMail.objects.create(user=self.owner, kind="token_made", can_secure=True, **columns)
            securing.secure(mail)
            self.found.update(state=state())
        finally:
            connections.close_all()


# By name, why a page is not among these.
OTHERS = {
    "account_confirm_email": "its row is locked, and the link ends with the address",
    "account_reset_password_from_key": "below, with its form open already",
    "delete_app": "takes something away",
    "keep_account": "of a closed account",
    "secure_account": "is what comes first here",
}
ACTS: list[tuple[str, Act]] = [
    *((f"{name}: {kind}", act) for name, acts in PAGES.items() if name not in OTHERS for act, kind in acts),
    *((name, act) for name, (act, _kind) in OPERATIONS.items()),
    ("mfa_add_webauthn", LatePage.add_passkey),
    ("account_reset_password_from_key", LatePage.choose_password),
]


def state() -> dict[str, str]:
    """All rows, besides records."""
    return {table: found for table, found in rows().items() if table.strip('"') not in RECORDS}


@pytest.fixture
def page(settings: LazySettings, anna: User) -> LatePage:
    settings.WEBHOOKS_TO_LOOPBACK = True
    confirm(anna)
    return LatePage(sign_in(Client(), anna), anna)


@pytest.mark.parametrize(("name", "act"), ACTS, ids=[name for name, _act in ACTS])
def test_it_changes_nothing_and_the_sender_is_logged_out(page: LatePage, name: str, act: Act) -> None:
    act(page)

    assert page.found, "the account is not held"
    assert state() == page.found["state"]
    assert {answer.status_code for answer in page.answers} <= ({401} if name in OPERATIONS else {200, 302})
    assert page.browser.get("/preferences/").status_code == 302


def test_the_list_has_every_page() -> None:
    assert OTHERS.keys() <= PAGES.keys()


def test_a_new_password_takes_nothing_back_that_has_changed_meanwhile(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(time_zone="Asia/Tokyo")

    get_adapter().set_password(anna, NEW)

    anna.refresh_from_db()
    assert anna.time_zone == "Asia/Tokyo"
    assert anna.check_password(NEW)


@pytest.mark.parametrize("change", [{"is_active": False, "closed_by_staff": True}, {"password": "!"}])
def test_nobody_changes_the_password_of_an_account_that_has_changed(anna: User, change: dict[str, Any]) -> None:
    User.objects.filter(pk=anna.pk).update(**change)

    with pytest.raises(AccessEnded):
        get_adapter().set_password(anna, NEW)

    anna.refresh_from_db()
    assert not anna.check_password(NEW)


@pytest.mark.parametrize(
    ("path", "fields"),
    [("change", FIELDS), ("password", {"password1": NEW, "password2": NEW, "usable_password": "true"})],
)
def test_staff_stores_only_what_the_form_changes(
    staff: Callable[..., User], anna: User, path: str, fields: dict[str, str]
) -> None:
    """Here the owner changes the time zone between the reading of the row and its storing."""
    browser, meanwhile = sign_in(Client(), staff("chief", "superuser")), User.objects.filter(pk=anna.pk)

    def changed_first(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if "FOR NO KEY UPDATE" in sql and 'FROM "accounts_user"' in sql:
            meanwhile.update(time_zone="Asia/Tokyo")
        return execute(sql, *rest)

    with connection.execute_wrapper(changed_first):
        answer = browser.post(f"/admin/accounts/user/{anna.pk}/{path}/", {**fields, "why": "They asked for it."})

    assert answer.status_code == 302
    anna.refresh_from_db()
    assert anna.time_zone == "Asia/Tokyo"
