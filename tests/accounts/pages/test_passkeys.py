"""Passkeys: two factors in one, because the device checks its user."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.pages.test_second_factor import LOGIN, app_of, is_in
from tests.games.notifications.people import confirm
from tests.support.passkeys import ADDRESS, AFTER_THE_PASSWORD, Passkey
from tests.support.racing import at_once
from tests.support.reading import heading, messages_in, text_of
from tests.support.signing_in import sign_in

NOT_ACCEPTED = "The passkey was not accepted. Try again or choose another way."


@pytest.fixture
def owner(anna: User) -> User:
    confirm(anna)
    return anna


@pytest.fixture
def browser(owner: User) -> Client:
    return sign_in(Client(headers={"accept-language": "en"}), owner)


def keys_of(user: User) -> int:
    return int(Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).count())


def remove(browser: Client, user: User) -> Any:
    key = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).first()
    return browser.post(f"/accounts/2fa/webauthn/keys/{key.pk}/remove/")


def without_a_password(user: User) -> Client:
    """A browser of somebody who has lost the password, as after a mail's link that secures the account."""
    user.set_unusable_password()
    user.save()
    return sign_in(Client(headers={"accept-language": "en"}), user)


def test_a_passkey_lets_in_without_a_second_factor_on_top(browser: Client, owner: User) -> None:
    key, elsewhere = Passkey(), Client()
    key.add(browser)
    app_of(owner)

    answer = key.log_in(elsewhere)

    assert (answer["Location"], is_in(elsewhere)) == ("/", True)


def test_staff_administers_with_a_passkey_alone(browser: Client, owner: User, settings: Settings) -> None:
    settings.REQUIRE_STAFF_SECOND_FACTOR = True
    User.objects.filter(pk=owner.pk).update(is_staff=True, is_superuser=True)
    key, elsewhere = Passkey(), Client()
    key.add(browser)

    key.log_in(elsewhere)

    assert elsewhere.get("/admin/").status_code == 200


def test_after_the_login_one_is_where_one_wanted(browser: Client) -> None:
    key, elsewhere = Passkey(), Client()
    key.add(browser)

    credential = key.signed(key.asked(elsewhere))
    answer = elsewhere.post(ADDRESS, {"credential": credential, "next": "/preferences/"})

    assert answer["Location"] == "/preferences/"


def test_an_answer_lets_in_once_and_where_it_was_asked_for(browser: Client) -> None:
    key = Passkey()
    key.add(browser)
    first, second = Client(), Client()
    credential = key.signed(key.asked(first))
    key.asked(second)

    second.post(ADDRESS, {"credential": credential})
    first.post(ADDRESS, {"credential": credential})
    first.post("/accounts/logout/")
    key.asked(first)
    first.post(ADDRESS, {"credential": credential})

    assert [is_in(each) for each in (first, second)] == [False, False]


def test_a_key_that_does_not_check_its_user_is_a_second_factor_only(browser: Client, owner: User) -> None:
    key, elsewhere = Passkey(verifies=False), Client()
    key.add(browser)

    refused = key.log_in(elsewhere)
    by_key = is_in(elsewhere)
    page = elsewhere.post("/accounts/login/", LOGIN, follow=True)
    elsewhere.post(AFTER_THE_PASSWORD, {"credential": key.signed(asked_on(page))})

    assert (messages_in(refused), by_key) == (
        ["The passkey was not accepted. Try again or choose another way."],
        False,
    )
    assert is_in(elsewhere)


def test_a_question_for_a_second_factor_is_no_question_for_a_passkey(browser: Client, owner: User, bert: User) -> None:
    """After the password of an account of their own, a thief is asked for a key, which need not check its user. When
    that login has run out, the question is still open.
    """
    confirm(bert)
    stolen, own = Passkey(verifies=False), Passkey(verifies=False)
    stolen.add(browser)
    own.add(sign_in(Client(), bert))
    thief = Client()
    page = thief.post("/accounts/login/", LOGIN | {"login": "bert"}, follow=True)

    with time_machine.travel(datetime.now(UTC) + timedelta(hours=1)):
        answer = thief.post(ADDRESS, {"credential": stolen.signed(asked_on(page))})

    assert messages_in(answer) == [NOT_ACCEPTED]
    assert not is_in(thief)


@pytest.mark.parametrize("credential", ["", "x", "[]", "1", '"x"', "null", "{}", '{"id": "x"}', '{"response": []}'])
def test_what_is_no_answer_is_refused(owner: User, credential: str) -> None:
    stranger = Client(headers={"accept-language": "en"})
    Passkey.asked(stranger)

    answer = stranger.post(ADDRESS, {"credential": credential})

    assert answer["Location"] == "/accounts/login/"
    assert len(messages_in(answer)) == 1
    assert not is_in(stranger)


def asked_on(page: Any) -> dict[str, Any]:
    return dict(page.context["js_data"]["request_options"]["publicKey"])


def test_the_last_passkey_stays_while_there_is_no_password(browser: Client, owner: User) -> None:
    Passkey().add(browser)
    lost = without_a_password(owner)

    answer = remove(lost, owner)

    assert keys_of(owner) == 1
    assert messages_in(answer)[-1] == "This passkey is the only way into your account. Choose a password first."
    assert heading(lost.get(answer["Location"])) == "Choose a password"


def test_with_a_password_or_another_passkey_it_may_go(browser: Client, owner: User) -> None:
    Passkey().add(browser)
    remove(browser, owner)
    left = keys_of(owner)
    for _each in range(2):
        Passkey().add(browser)
    remove(without_a_password(owner), owner)

    assert (left, keys_of(owner)) == (0, 1)


def test_a_key_that_is_no_passkey_may_go_without_a_password(browser: Client, owner: User) -> None:
    Passkey(verifies=False).add(browser)

    remove(without_a_password(owner), owner)

    assert keys_of(owner) == 0


def test_of_two_passkeys_that_are_removed_at_once_one_stays(
    browser: Client, owner: User, transactional_db: None
) -> None:
    for _each in range(2):
        Passkey().add(browser)
    without_a_password(owner)
    browsers = [sign_in(Client(), owner) for _each in range(2)]
    keys = Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).values_list("pk", flat=True)
    addresses = [f"/accounts/2fa/webauthn/keys/{pk}/remove/" for pk in keys]

    at_once(*[lambda each=each: each[0].post(each[1]) for each in zip(browsers, addresses, strict=True)])

    assert keys_of(owner) == 1


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("factors", [{"app"}, {"key"}, {"app", "key"}], ids=lambda each: "+".join(sorted(each)))
def test_a_passkey_is_offered_as_a_proof_to_those_who_have_one(anna: User, language: str, factors: set[str]) -> None:
    """After the password and before a change. The page of the login does not know who comes."""
    User.objects.filter(pk=anna.pk).update(language=language)
    confirm(anna)
    if "key" in factors:
        Passkey(verifies=False).add(sign_in(Client(), anna))
    if "app" in factors:
        app_of(anna)
    browser = Client(headers={"accept-language": language})
    browser.post("/accounts/login/", LOGIN)

    after_password = browser.get(AFTER_THE_PASSWORD)
    before_change = sign_in(Client(), anna, minutes_ago=20).get("/accounts/reauthenticate/")

    for page in (after_password, before_change):
        assert ("Passkey" in text_of(page) or "passkey" in text_of(page)) is ("key" in factors)
    assert "passkey" in Client(headers={"accept-language": "en"}).get("/accounts/login/").content.decode()


def names_of(user: User) -> list[str]:
    return [str(key) for key in Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)]


UNREADABLE = ["\u3164", "\u2800\u115f", "key\u202egol", "k" * 101]


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_passkey_that_is_added_has_a_name_that_can_be_read(browser: Client, owner: User, name: str) -> None:
    Passkey().add(browser, name=name)

    assert names_of(owner) == ["First passkey"]


@pytest.mark.parametrize("name", UNREADABLE)
def test_no_passkey_gets_a_name_that_cannot_be_read(browser: Client, owner: User, name: str) -> None:
    Passkey().add(browser, name="Phone")
    key = Authenticator.objects.get(user=owner, type=Authenticator.Type.WEBAUTHN)

    answer = browser.post(f"/accounts/2fa/webauthn/keys/{key.pk}/edit/", {"name": name})

    assert answer.context["form"].errors.keys() == {"name"}
    assert names_of(owner) == ["Phone"]


@pytest.mark.parametrize(
    "credential", ["{}", "[]", "null", "7", '"text"', '{"response": {}}', '{"id": 7, "response": 1}']
)
def test_what_is_no_passkey_is_not_added(browser: Client, owner: User, credential: str) -> None:
    browser.get("/accounts/2fa/webauthn/add/")

    answer = browser.post("/accounts/2fa/webauthn/add/", {"name": "Phone", "credential": credential})

    assert (answer.status_code, names_of(owner)) == (200, [])
