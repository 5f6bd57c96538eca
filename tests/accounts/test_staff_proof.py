"""What changes accounts and rights in the administration takes a proof of identity that is fresh; reading and deciding
cases takes the login alone.
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse
from pytest_django import Settings

from accounts.models import AccessToken, User
from accounts.staff_actions import LATE
from games.core.models.games import Game
from games.disputes import filing
from games.disputes.models import Dispute
from tests.accounts.pages.test_second_factor import code_of
from tests.accounts.privacy.a_life import lived
from tests.support.browsing import forms_of
from tests.support.one_instant import _one_instant
from tests.support.reading import text_of
from tests.support.ruling import Staff
from tests.support.signing_in import sign_in

__all__ = ["_one_instant"]

NEW = "copper horse bassoon"
FIELDS = {
    "username": "anna", "email": "anna@example.org", "language": "en", "time_zone": "UTC", "board_style": "wood",
    "color_scheme": "system", "is_active": "on",
}  # fmt: skip
MIGHTY = FIELDS | {"is_staff": "on", "is_superuser": "on", "why": "She helps us."}
# Asked for even by GET: there is nothing but a form, and it is filled in afterwards.
FORMS = {"add", "delete", "password_change"}
DAILY = "the daily work of arbiters"
# Views that ask for no proof by POST, with the reason.
WITHOUT_PROOF = {
    "disputes_dispute_do": DAILY,
    "reports_personcase_do": DAILY,
    "login": "leads to the login of the site",
    "logout": "ends the session",
}


@pytest.fixture
def chief(staff: Staff) -> User:
    return staff("chief", "superuser")


@pytest.fixture
def stale(chief: User) -> Client:
    """The superuser's browser, a quarter of an hour after the login."""
    return sign_in(Client(), chief, minutes_ago=15.1)


def views(model: type[Model], patterns: list[Any], anna: User) -> Iterator[tuple[str, str]]:
    """Name and address of each view of a table, for a row of it."""
    row = model._default_manager.first()
    number = str(row.pk) if row is not None else "1"
    for view in patterns:
        if view.name:
            address = re.sub(r"<slug:\w+>", "take", str(view.pattern)).replace("<int:pk>", str(anna.pk))
            yield view.name, f"/admin/{model._meta.label_lower.replace('.', '/')}/{re.sub(r'<[^>]+>', number, address)}"


def all_views(anna: User) -> Iterator[tuple[str, str]]:
    """Those of all tables, and those of the site."""
    tables = {f"{model._meta.label_lower.replace('.', '/')}/": model for model in admin.site._registry}
    for view in admin.site.get_urls():
        if isinstance(view, URLResolver):
            yield from views(tables[str(view.pattern)], view.url_patterns, anna)
        elif isinstance(view, URLPattern) and view.name not in ("app_list", "view_on_site"):
            yield str(view.name), f"/admin/{view.pattern}"
    yield "app_list", "/admin/accounts/"


def is_asked(answer: Any) -> bool:
    return answer.status_code == 302 and "/reauthenticate/" in answer["Location"]


def tables() -> list[list[Any]]:
    models: tuple[Any, ...] = (User, EmailAddress, AccessToken, Authenticator)
    return [list(model._default_manager.order_by("pk").values()) for model in models]


@pytest.fixture
def world(anna: User, bert: User, carla: User, begin: Callable[..., Game]) -> User:
    """Somebody of whom every table has a row."""
    lived(anna, bert, carla, begin)
    return User.objects.get(pk=anna.pk)


def test_every_change_in_the_administration_asks_for_a_fresh_proof(stale: Client, world: User) -> None:
    found = list(all_views(world))
    before = tables()

    asked = {
        name: is_asked(stale.post(address, MIGHTY | {"post": "yes"})) for name, address in found if name != "logout"
    }

    assert len(found) > 100
    assert {name for name, yes in asked.items() if not yes} == WITHOUT_PROOF.keys() - {"logout"}
    assert tables() == before


def test_reading_asks_for_none_and_a_mere_form_before_it_is_filled_in(stale: Client, world: User) -> None:
    asked = {name: is_asked(stale.get(address)) for name, address in all_views(world) if name != "logout"}

    assert {name for name, yes in asked.items() if yes} == {
        name for name in asked if any(name.endswith(f"_{form}") for form in FORMS)
    }


def test_whoever_has_just_logged_in_is_not_asked(chief: User, world: User) -> None:
    for name, address in all_views(world):
        if name == "logout":
            continue
        fresh = sign_in(Client(), chief, minutes_ago=14.9)
        # No other page asks even somebody whose proof is old.
        if any(name.endswith(f"_{form}") for form in FORMS):
            assert not is_asked(fresh.get(address)), name
        assert not is_asked(fresh.post(address, {})), name


def test_a_list_does_nothing_with_its_rows_before_the_proof(stale: Client, world: User) -> None:
    token = AccessToken.objects.personal().first()
    factor = Authenticator.objects.filter(user=world).first()
    assert token is not None
    assert factor is not None

    for table, row, action in (("accounts/accesstoken", token, "revoke"), ("mfa/authenticator", factor, "take_away")):
        answer = stale.post(f"/admin/{table}/", {"action": action, "_selected_action": [row.pk], "why": "Lost."})
        assert is_asked(answer)

    token.refresh_from_db()
    assert token.revoked_at is None
    assert Authenticator.objects.filter(pk=factor.pk).exists()


@pytest.mark.parametrize("query", ["", "?_changelist_filters=q%3Danna"])
def test_after_the_proof_the_change_is_made(stale: Client, anna: User, query: str) -> None:
    address = f"/admin/accounts/user/{anna.pk}/change/{query}"

    asked = stale.post(address, MIGHTY)
    before = User.objects.get(pk=anna.pk).is_superuser
    answer = proven(stale, asked)

    assert (before, User.objects.get(pk=anna.pk).is_superuser) == (False, True)
    assert answer.request["PATH_INFO"] == "/admin/accounts/user/"
    assert answer.request["QUERY_STRING"] == ("q=anna" if query else "")


def test_a_change_that_is_refused_after_the_proof_is_shown_with_all_that_was_typed(stale: Client, anna: User) -> None:
    address = f"/admin/accounts/user/{anna.pk}/change/"

    answer = proven(stale, stale.post(address, MIGHTY | {"why": "", "time_zone": "America/Lima"}))

    assert (answer.request["PATH_INFO"], answer.status_code) == (address, 200)
    form = answer.context["adminform"].form
    assert list(form.errors) == ["why"]
    assert form["time_zone"].value() == "America/Lima"
    assert not User.objects.get(pk=anna.pk).is_superuser


def test_a_password_is_asked_for_again_and_lies_in_no_session(stale: Client, anna: User) -> None:
    address = f"/admin/accounts/user/{anna.pk}/password/"
    fields = {"password1": NEW, "password2": NEW, "usable_password": "true", "why": "Forgotten, shown by letter."}

    asked = stale.post(address, fields)
    kept = str(dict(stale.session))
    answer = proven(stale, asked)

    assert (NEW in kept, "shown by letter" in kept) == (False, False)
    assert list(answer.context["form"].errors) == ["password1", "password2"]
    assert answer.context["form"]["why"].value() == "Forgotten, shown by letter."
    stale.post(address, fields)
    anna.refresh_from_db()
    assert anna.check_password(NEW)


def test_a_password_is_taken_away_after_the_proof(stale: Client, anna: User) -> None:
    address = f"/admin/accounts/user/{anna.pk}/password/"

    proven(stale, stale.post(address, {"usable_password": "false", "unset-password": "yes", "why": "Lost."}))

    anna.refresh_from_db()
    assert not anna.has_usable_password()


def test_what_was_given_up_is_not_done_later(stale: Client, anna: User) -> None:
    address = f"/admin/accounts/user/{anna.pk}/change/"
    stale.post(address, MIGHTY)

    asked = stale.get("/admin/accounts/user/add/")
    proven(stale, asked)
    answer = stale.get(address)

    assert answer.status_code == 200
    assert not User.objects.get(pk=anna.pk).is_superuser


def address_of(anna: User) -> str:
    row, _is_new = EmailAddress.objects.get_or_create(user=anna, email="a@example.org")
    return f"/admin/account/emailaddress/{row.pk}/change/"


OTHER = {"email": "new@example.org"}
FORMS_OF_STAFF: dict[str, tuple[Callable[[User], str], dict[str, str]]] = {
    "account": (
        lambda anna: f"/admin/accounts/user/{anna.pk}/change/",
        FIELDS | {"time_zone": "America/Lima", "why": "Asked by letter."},
    ),
    "new account": (
        lambda _anna: "/admin/accounts/user/add/",
        OTHER | {"username": "dora", "usable_password": "false"},
    ),
    "address": (address_of, OTHER),
    "new address": (lambda _anna: "/admin/account/emailaddress/add/", OTHER),
}


@pytest.mark.parametrize("minutes", [1, 16])
@pytest.mark.parametrize("form", FORMS_OF_STAFF)
def test_what_staff_has_typed_outlives_the_proof(chief: User, anna: User, form: str, minutes: int) -> None:
    """As in a browser: the form is opened in time, sent later, and the proof given soon or late."""
    address_for, typed = FORMS_OF_STAFF[form]
    address, browser, now = address_for(anna), sign_in(Client(), chief, minutes_ago=1), datetime.now(UTC)
    [shown] = [each for each in forms_of(browser.get(address)) if "email" in each.fields]
    sent = shown.filled() | typed | {"user": str(anna.pk)}
    before = tables()

    with time_machine.travel(now + timedelta(minutes=16), tick=False):
        asked = browser.post(address, sent, follow=True)
        [proof] = [each for each in forms_of(asked) if "password" in each.fields]
    with time_machine.travel(now + timedelta(minutes=16 + minutes), tick=False):
        answer = browser.post(proof.action, proof.filled() | {"password": "a good password"}, follow=True)
        done = tables()
        if minutes == 1:
            assert done != before
            return
        late = answer.context["adminform"].form
        browser.post(address, sent)

    assert done == before
    assert "What you sent waited too long" in text_of(answer)
    assert str(LATE) in text_of(answer)
    assert {name: late[name].value() for name in typed} == {
        name: value == "on" if name == "is_active" else value for name, value in typed.items()
    }
    assert tables() != before


@pytest.mark.parametrize("is_proven", [True, False])
def test_what_has_waited_too_long_is_not_done(stale: Client, anna: User, is_proven: bool) -> None:
    """It waits for the proof, and then for the browser to follow the redirect."""
    address = f"/admin/accounts/user/{anna.pk}/change/"
    asked = stale.post(address, MIGHTY)
    if is_proven:
        stale.post(asked["Location"], {"password": "a good password", "next": way_on(asked)})

    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=15.1), tick=False):
        answer = stale.get(address) if is_proven else proven(stale, asked)

    assert answer.status_code == 200
    assert "What you sent waited too long and was not carried out." in answer.content.decode()
    assert not User.objects.get(pk=anna.pk).is_superuser


def test_what_was_sent_is_done_once(stale: Client, anna: User) -> None:
    address = f"/admin/accounts/user/{anna.pk}/change/"
    proven(stale, stale.post(address, MIGHTY))
    User.objects.filter(pk=anna.pk).update(is_superuser=False)

    stale.get(address)

    assert not User.objects.get(pk=anna.pk).is_superuser


def test_a_case_is_decided_without_a_fresh_proof(iris: User, anna: User, begin: Callable[..., Game]) -> None:
    case = filing.open_dispute(begin().number, anna, category="other", text="See for yourself.")
    browser = sign_in(Client(), iris, minutes_ago=11 * 60)
    browser.post(f"/admin/disputes/dispute/{case.number}/take/do/")

    browser.post(f"/admin/disputes/dispute/{case.number}/decide/do/", {"verdict": "dismissed", "reason": "Seen."})

    assert Dispute.objects.get(pk=case.pk).verdict == "dismissed"


# --- With a second factor, as in production ---------------------------------------------------------------------------


@pytest.fixture
def app(settings: Settings, chief: User) -> TOTP:
    settings.REQUIRE_STAFF_SECOND_FACTOR = True
    return TOTP.activate(chief, generate_totp_secret())


@pytest.fixture
def stale_with_factor(app: TOTP, chief: User) -> Client:
    """A session with password and second factor of an hour ago."""
    browser = sign_in(Client(), chief, minutes_ago=60)
    session = browser.session
    [proof] = session["account_authentication_methods"]
    session["account_authentication_methods"] = [
        proof,
        proof | {"method": "mfa", "id": app.instance.pk, "type": "totp"},
    ]
    session.save()
    return browser


def test_the_proof_of_staff_is_the_second_factor(stale_with_factor: Client, app: TOTP, anna: User) -> None:
    address = f"/admin/accounts/user/{anna.pk}/change/"

    asked = stale_with_factor.post(address, MIGHTY)
    by_password = stale_with_factor.post(
        "/accounts/reauthenticate/", {"password": "a good password", "next": way_on(asked)}
    )
    still = User.objects.get(pk=anna.pk).is_superuser
    stale_with_factor.post(asked["Location"], {"code": code_of(app), "next": way_on(asked)}, follow=True)

    assert asked["Location"].startswith("/accounts/2fa/reauthenticate/?")
    assert by_password["Location"].startswith("/accounts/2fa/reauthenticate/")
    assert (still, User.objects.get(pk=anna.pk).is_superuser) == (False, True)


def test_their_own_account_asks_staff_for_it_too(stale_with_factor: Client) -> None:
    wanted = {"description": "bot", "scopes": ["game:read"], "lifetime": "30"}

    answer = stale_with_factor.post("/preferences/tokens/", wanted)

    assert answer["Location"].startswith("/accounts/2fa/reauthenticate/")
    assert not AccessToken.objects.exists()


def test_a_session_without_the_factor_keeps_what_was_sent_too(app: TOTP, chief: User, anna: User) -> None:
    browser, address = sign_in(Client(), chief), f"/admin/accounts/user/{anna.pk}/change/"

    asked = browser.post(address, MIGHTY)
    browser.post(asked["Location"], {"code": code_of(app), "next": way_on(asked)}, follow=True)

    assert User.objects.get(pk=anna.pk).is_superuser


def proven(browser: Client, asked: Any) -> Any:
    """Prove by password what the answer asks for, and follow where that leads."""
    fields = {"password": "a good password", "next": way_on(asked)}
    return browser.post(reverse("account_reauthenticate"), fields, follow=True)


def way_on(asked: Any) -> str:
    """Where the proof leads that the answer asks for."""
    [address] = parse_qs(urlsplit(str(asked["Location"])).query)["next"]
    return address
