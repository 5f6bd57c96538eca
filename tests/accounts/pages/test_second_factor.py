"""The second factor, and that nobody administers the site without one."""

import re
from collections.abc import Callable
from functools import partial
from xml.etree import ElementTree

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.mfa.utils import decrypt
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.games.notifications.people import confirm
from tests.support.one_instant import _one_instant
from tests.support.pages import Reader
from tests.support.passkeys import Passkey
from tests.support.racing import at_once
from tests.support.reading import heading, messages_in, text_of
from tests.support.signing_in import sign_in

__all__ = ["_one_instant"]

LOGIN = {"login": "anna", "password": "a good password"}
FACTORS, AGAIN = "/accounts/2fa/", "/accounts/2fa/reauthenticate/?next=%2Fadmin%2F"


@pytest.fixture
def strict(settings: Settings) -> None:
    """As in production."""
    settings.REQUIRE_STAFF_SECOND_FACTOR = True


@pytest.fixture
def arbiter(anna: User) -> User:
    User.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    anna.refresh_from_db()
    return anna


def app_of(user: User) -> TOTP:
    return TOTP.activate(user, generate_totp_secret())


def code_of(app: TOTP) -> str:
    """What the app shows now."""
    secret = decrypt(app.instance.data["secret"])
    return str(format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time())))))


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


# --- Everybody's ------------------------------------------------------------------------------------------------------


def test_a_password_alone_does_not_let_in_whoever_has_a_second_factor(client: Client, anna: User) -> None:
    app = app_of(anna)

    client.post("/accounts/login/", LOGIN)
    by_password = is_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    by_wrong_code = is_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": code_of(app)})

    assert (by_password, by_wrong_code, is_in(client)) == (False, False, True)


def test_a_recovery_code_lets_in_once(anna: User) -> None:
    app_of(anna)
    code = RecoveryCodes.activate(anna).get_unused_codes()[0]

    browsers = [Client(), Client()]
    for browser in browsers:
        browser.post("/accounts/login/", LOGIN)
        browser.post("/accounts/2fa/authenticate/", {"code": code})

    assert [is_in(browser) for browser in browsers] == [True, False]


def test_an_app_is_set_up_on_the_page_after_the_password_has_been_given_again(client: Client, anna: User) -> None:
    confirm(anna)
    client.post("/accounts/login/", LOGIN)
    asked = client.get("/accounts/2fa/totp/activate/", follow=True)
    page = client.post(
        asked.request["PATH_INFO"], {"password": LOGIN["password"], "next": "/accounts/2fa/totp/activate/"}, follow=True
    )
    secret = page.context["form"].secret

    counter = next(iter(yield_hotp_counters_from_time()))
    client.post("/accounts/2fa/totp/activate/", {"code": format_hotp_value(hotp_value(secret, counter))})

    assert set(Authenticator.objects.filter(user=anna).values_list("type", flat=True)) == {"totp", "recovery_codes"}


def test_the_picture_with_the_secret_has_a_white_ground_on_pages_of_every_colour(client: Client, anna: User) -> None:
    confirm(anna)
    client.post("/accounts/login/", LOGIN)

    picture = ElementTree.fromstring(client.get("/accounts/2fa/totp/activate/").context["totp_svg"])

    size, ground = int(picture.attrib["width"]) // 4, picture[0][0].attrib
    assert ground == {"fill": "#fff", "d": f"M0 0h{size}v{size}h-{size}z"}


# --- Staff ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["/admin/", "/admin/core/game/", "/admin/accounts/user/1/change/", "/admin/jsi18n/"]
)
def test_staff_without_a_second_factor_is_sent_to_set_one_up(
    strict: None, reader: Reader, arbiter: User, address: str
) -> None:
    answer = reader(arbiter).get(address)

    assert (answer.status_code, answer["Location"]) == (302, FACTORS)
    assert messages_in(answer) == ["Administrators need a second factor. Please set one up here first."]


def test_nothing_is_done_in_the_administration_without_a_second_factor(
    strict: None, reader: Reader, arbiter: User, bert: User
) -> None:
    answer = reader(arbiter).post(f"/admin/accounts/user/{bert.pk}/delete/", {"post": "yes"})

    assert answer["Location"] == FACTORS
    assert User.objects.filter(pk=bert.pk).exists()


def test_staff_shows_the_second_factor_in_every_session(
    strict: None, client: Client, reader: Reader, arbiter: User
) -> None:
    app = app_of(arbiter)

    elsewhere = reader(arbiter).get("/admin/")
    client.post("/accounts/login/?next=/admin/", LOGIN)
    answer = client.post("/accounts/2fa/authenticate/", {"code": code_of(app)})

    assert (elsewhere.status_code, elsewhere["Location"]) == (302, AGAIN)
    assert answer["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_a_user_who_has_just_set_one_up_shows_it_once_and_is_where_they_wanted(
    strict: None, reader: Reader, arbiter: User
) -> None:
    browser, app = reader(arbiter), app_of(arbiter)

    page = browser.get("/admin/", follow=True)
    answer = browser.post(AGAIN, {"code": code_of(app), "next": "/admin/"})

    assert heading(page) == "Confirm it’s you"
    assert answer["Location"] == "/admin/"
    assert browser.get("/admin/").status_code == 200


def test_a_factor_that_has_been_taken_away_opens_nothing_any_more(strict: None, reader: Reader, arbiter: User) -> None:
    browser, app = reader(arbiter), app_of(arbiter)
    browser.post(AGAIN, {"code": code_of(app), "next": "/admin/"})

    Authenticator.objects.all().delete()

    assert browser.get("/admin/")["Location"] == FACTORS


def test_recovery_codes_alone_are_no_second_factor(strict: None, reader: Reader, arbiter: User) -> None:
    RecoveryCodes.activate(arbiter)

    assert reader(arbiter).get("/admin/")["Location"] == FACTORS


def test_a_security_key_is_asked_for_where_there_is_no_app(strict: None, reader: Reader, arbiter: User) -> None:
    Authenticator.objects.create(user=arbiter, type=Authenticator.Type.WEBAUTHN, data={"name": "A key"})

    assert reader(arbiter).get("/admin/")["Location"].startswith("/accounts/2fa/webauthn/reauthenticate/")


def test_the_administration_has_no_login_of_its_own(client: Client, reader: Reader, arbiter: User, bert: User) -> None:
    guest = client.post("/admin/login/?next=/admin/games/", {"username": "anna", "password": LOGIN["password"]})
    player = reader(bert).get("/admin/login/")
    staff = reader(arbiter).get("/admin/login/")

    assert (guest["Location"], is_in(client)) == ("/accounts/login/?next=/admin/games/", False)
    assert player.status_code == 403
    assert staff["Location"] == "/admin/"


def test_staff_changes_its_password_where_everybody_does_and_can_always_leave(
    strict: None, reader: Reader, arbiter: User
) -> None:
    browser = reader(arbiter)
    app = app_of(arbiter)
    left = reader(arbiter)

    left.post("/admin/logout/")
    browser.post(AGAIN, {"code": code_of(app), "next": "/admin/"})

    assert not is_in(left)
    assert browser.get("/admin/password_change/")["Location"] == "/accounts/password/change/"


def test_in_development_staff_needs_no_second_factor(reader: Reader, arbiter: User) -> None:
    assert reader(arbiter).get("/admin/").status_code == 200


# --- Devices ----------------------------------------------------------------------------------------------------------


def test_a_device_is_logged_out_by_itself(anna: User) -> None:
    here, there, third = Client(), Client(), Client()
    for browser in (here, there, third):
        browser.post("/accounts/login/", LOGIN)
        browser.get("/accounts/sessions/")
    [address] = re.findall(
        r'action="(/preferences/devices/\d+/end/)"', there.get("/accounts/sessions/").content.decode()
    )[:1]

    answer = there.post(address)

    assert messages_in(answer) == ["The device is logged out."]
    assert [browser.get("/preferences/").status_code for browser in (here, there, third)] == [302, 200, 200]


def test_nobody_logs_out_the_devices_of_others_and_this_one_stays(anna: User, bert: User, reader: Reader) -> None:
    browser = Client()
    browser.post("/accounts/login/", LOGIN)
    page = browser.get("/accounts/sessions/")
    [own] = page.context["sessions"]

    answers = [each.post(f"/preferences/devices/{own.pk}/end/").status_code for each in (reader(bert), browser)]

    assert answers == [404, 404]
    assert "this device" in text_of(browser.get("/accounts/sessions/"))


def test_all_other_devices_are_logged_out_at_once(anna: User) -> None:
    here, there = Client(), Client()
    for browser in (here, there):
        browser.post("/accounts/login/", LOGIN)

    here.post("/accounts/sessions/")

    assert [browser.get("/preferences/").status_code for browser in (here, there)] == [200, 302]


# --- A code is used once ----------------------------------------------------------------------------------------------


def by_login(browser: Client, code: str) -> bool:
    browser.post("/accounts/logout/")
    browser.post("/accounts/login/", LOGIN)
    browser.post("/accounts/2fa/authenticate/", {"code": code})
    return is_in(browser)


def by_proof(browser: Client, code: str) -> bool:
    answer = browser.post("/accounts/2fa/reauthenticate/", {"code": code, "next": "/preferences/"})
    return answer.headers.get("Location") == "/preferences/"


def by_administration(browser: Client, code: str) -> bool:
    browser.post(AGAIN, {"code": code, "next": "/admin/"})
    return browser.get("/admin/").status_code == 200


def by_activation(browser: Client, code: str) -> bool:
    return browser.post("/accounts/2fa/totp/activate/", {"code": code}).status_code == 302


USES = (by_login, by_proof, by_administration)


@pytest.mark.parametrize("second", USES)
@pytest.mark.parametrize("first", [by_activation, *USES])
def test_a_code_opens_one_door_once(
    strict: None, arbiter: User, first: Callable[[Client, str], bool], second: Callable[[Client, str], bool]
) -> None:
    confirm(arbiter)
    browsers = [sign_in(Client(), arbiter) for _each in range(2)]
    if first is by_activation:
        secret = browsers[0].get("/accounts/2fa/totp/activate/").context["form"].secret
        code = format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))
    else:
        code = code_of(app_of(arbiter))

    opened = [first(browsers[0], code), second(browsers[1], code), second(browsers[0], f"{code[:3]} {code[3:]}")]

    if second is by_administration:  # The first browser has shown the factor by then.
        opened[2] = second(browsers[1], f"{code[:3]} {code[3:]}")
    assert opened == [True, False, False]


@pytest.mark.parametrize("way", [by_login, by_proof])
def test_of_two_who_enter_the_same_code_at_once_one_is_let_in(
    anna: User, transactional_db: None, way: Callable[[Client, str], bool]
) -> None:
    app = app_of(anna)
    browsers = [sign_in(Client(), anna) for _each in range(4)]

    opened = at_once(*[partial(way, browser, code_of(app)) for browser in browsers])

    assert [opened.count(each) for each in (True, False)] == [1, 3]


# --- Addresses that nobody has confirmed ------------------------------------------------------------------------------


def set_up_app(browser: Client) -> None:
    secret = browser.get(f"{FACTORS}totp/activate/").context["form"].secret
    code = format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))
    browser.post(f"{FACTORS}totp/activate/", {"code": code})


@pytest.mark.parametrize("add", [set_up_app, lambda browser: Passkey().add(browser)], ids=["app", "passkey"])
@pytest.mark.parametrize("others", [0, 1])
def test_a_second_factor_is_added_although_another_address_waits(
    anna: User, add: Callable[[Client], object], others: int
) -> None:
    confirm(anna)
    for number in range(others):
        EmailAddress.objects.create(user=anna, email=f"new{number}@example.org")

    add(sign_in(Client(), anna))

    assert Authenticator.objects.filter(user=anna).exclude(type=Authenticator.Type.RECOVERY_CODES).count() == 1


@pytest.mark.parametrize("path", ["totp/activate/", "webauthn/add/"])
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Confirm your email address first"), ("de", "Bestätige zuerst deine E-Mail-Adresse")],
)
def test_a_second_factor_is_added_beside_a_confirmed_address_only(
    anna: User, path: str, language: str, words: str
) -> None:
    """Whoever signs up with the address of somebody else would keep them out for ever."""
    User.objects.filter(pk=anna.pk).update(language=language)
    EmailAddress.objects.create(user=anna, email=anna.email, primary=True)
    browser = sign_in(Client(), anna)

    asked = browser.get(f"{FACTORS}{path}", follow=True)
    browser.post(f"{FACTORS}{path}", {"code": "123456", "credential": "{}"})

    assert asked.request["PATH_INFO"] == "/accounts/email/"
    assert words in text_of(asked)
    assert not Authenticator.objects.exists()


def test_an_account_with_a_second_factor_gets_a_new_address(anna: User) -> None:
    confirm(anna)
    app_of(anna)

    sign_in(Client(), anna).post("/accounts/email/", {"action_add": "", "email": "new@example.org"})

    assert EmailAddress.objects.filter(user=anna, email="new@example.org", verified=False).exists()
