"""A forgotten password: who gets the mail, and what becomes of programs."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import AccessToken, ConfirmedAddress, SecurityMail, User
from accounts.tasks import clean_up
from games.webhooks.models import Webhook
from tests.accounts.oauth.visits import keys_for, registered
from tests.accounts.test_staff_actions import FIELDS
from tests.games.notifications.people import confirm
from tests.support.pages import Reader
from tests.support.passkeys import Passkey
from tests.support.racing import at_once
from tests.support.reading import text_of
from tests.support.ruling import Staff
from tests.support.signing_in import sign_in

NEW = {"password1": "a brand new trombone"}


def links_after(client: Client, email: str) -> list[str]:
    """The links to a new password in the mails that were sent."""
    mail.outbox.clear()
    client.post("/accounts/password/reset/", {"email": email})
    bodies = " ".join(str(each.body) for each in mail.outbox)
    return [str(urlsplit(url).path) for url in re.findall(r"http\S+/accounts/password/reset/key/\S+", bodies)]


def choose(client: Client, link: str, fields: dict[str, str]) -> None:
    form = client.get(link, follow=True)
    client.post(form.request["PATH_INFO"], fields, follow=True)


def test_an_address_that_was_only_added_lets_nobody_in(client: Client, anna: User) -> None:
    confirm(anna)
    EmailAddress.objects.create(user=anna, email="thief@example.org", verified=False)

    assert links_after(client, "thief@example.org") == []
    assert len(links_after(client, "anna@example.org")) == 1


def test_the_address_of_the_sign_up_will_do_while_none_was_confirmed(client: Client, anna: User) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", primary=True, verified=False)
    EmailAddress.objects.create(user=anna, email="other@example.org", verified=False)

    assert links_after(client, "other@example.org") == []
    assert len(links_after(client, "anna@example.org")) == 1


def test_it_does_no_more_once_another_was_confirmed(client: Client, anna: User) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", primary=True, verified=False)
    ConfirmedAddress.objects.create(user=anna, email="former@example.org", removed_at=timezone.now())

    assert links_after(client, "anna@example.org") == []


def remove_it(user: User, _staff: Staff) -> None:
    sign_in(Client(), user).post("/accounts/email/", {"email": user.email, "action_remove": ""})


def have_staff_remove_it(user: User, staff: Staff) -> None:
    row = EmailAddress.objects.get(user=user)
    sign_in(Client(), staff("remover", "superuser")).post(
        f"/admin/account/emailaddress/{row.pk}/delete/", {"post": "yes", "why": "Asked by letter."}
    )


def add_another(user: User, _staff: Staff) -> None:
    sign_in(Client(), user).post("/accounts/email/", {"email": "typo@example.org", "action_add": ""})


def have_staff_enter_another(user: User, staff: Staff) -> None:
    fields = FIELDS | {"email": "typo@example.org", "is_active": "on", "why": "Asked by letter."}
    sign_in(Client(), staff("enterer", "superuser")).post(f"/admin/accounts/user/{user.pk}/change/", fields)


def have_one_of_a_former_version(user: User, _staff: Staff) -> None:
    EmailAddress.objects.create(user=user, email="typo@example.org", primary=True)


@pytest.mark.parametrize("remove", [remove_it, have_staff_remove_it])
@pytest.mark.parametrize("enter", [add_another, have_staff_enter_another, have_one_of_a_former_version])
@pytest.mark.parametrize("days", [1, 31, 400])
def test_it_does_no_more_however_long_ago_the_confirmed_one_was_removed(
    clock: time_machine.Traveller,
    client: Client,
    anna: User,
    staff: Staff,
    remove: Callable[[User, Staff], None],
    enter: Callable[[User, Staff], None],
    days: int,
) -> None:
    confirm(anna)
    remove(anna, staff)
    assert not EmailAddress.objects.exists()
    clock.shift(timedelta(days=days))
    clean_up()

    enter(anna, staff)

    in_use = {*EmailAddress.objects.values_list("email", flat=True), User.objects.get(pk=anna.pk).email}
    assert "typo@example.org" in in_use
    assert links_after(client, "typo@example.org") == []
    assert links_after(client, "anna@example.org") == []


@pytest.mark.parametrize(("minutes", "is_chosen"), [(24 * 60 - 1, True), (24 * 60 + 1, False)])
def test_the_link_works_for_a_day(client: Client, anna: User, minutes: int, is_chosen: bool) -> None:
    [link] = links_after(client, "anna@example.org")

    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=minutes), tick=False):
        form = client.get(link, follow=True)
        client.post(form.request["PATH_INFO"], NEW, follow=True)

    anna.refresh_from_db()
    assert anna.check_password("a brand new trombone") is is_chosen


def test_the_link_works_once(client: Client, anna: User) -> None:
    [link] = links_after(client, "anna@example.org")
    choose(client, link, NEW)

    page = Client().get(link, follow=True)
    choose(client, link, {"password1": "a brand new bassoon"})

    anna.refresh_from_db()
    assert "This link is no longer valid" in text_of(page)
    assert anna.check_password("a brand new trombone")


@pytest.mark.django_db(transaction=True)
def test_of_four_who_use_the_link_at_once_one_chooses_the_password(client: Client, anna: User) -> None:
    [link] = links_after(client, "anna@example.org")
    browsers = [Client(headers={"accept-language": "en"}) for _place in range(4)]
    [form] = {browser.get(link, follow=True).request["PATH_INFO"] for browser in browsers}
    passwords = [f"a brand new trombone {number}" for number in range(4)]

    answers: list[Any] = at_once(
        *(
            partial(browser.post, form, {"password1": password})
            for browser, password in zip(browsers, passwords, strict=True)
        )
    )

    anna.refresh_from_db()
    [taken] = [number for number, answer in enumerate(answers) if answer.status_code == 302]
    refused = [text_of(answer) for number, answer in enumerate(answers) if number != taken]
    assert anna.check_password(passwords[taken])
    assert all("This link is no longer valid" in page for page in refused)
    assert SecurityMail.objects.filter(kind="password_reset").count() <= 1


def test_whoever_has_all_mails_sent_leaves_a_link_that_works(client: Client, anna: User) -> None:
    """From many networks, as fast as it goes: the latest mail is as old as the first that is no longer counted."""
    now = datetime.now(UTC)
    links: list[str] = []
    for network in range(12):
        with time_machine.travel(now + timedelta(minutes=network), tick=False):
            stranger = Client(headers={"accept-language": "en"}, REMOTE_ADDR=f"192.0.{network}.1")
            links += links_after(stranger, "anna@example.org")

    with time_machine.travel(now + timedelta(hours=23, minutes=59), tick=False):
        nothing = links_after(client, "anna@example.org")
        choose(client, links[-1], NEW)

    anna.refresh_from_db()
    assert (len(links), nothing) == (10, [])
    assert anna.check_password("a brand new trombone")


def test_tokens_end_with_a_forgotten_password(client: Client, anna: User) -> None:
    AccessToken.issue(user=anna, description="bot", scopes=[])
    [link] = links_after(client, "anna@example.org")

    choose(client, link, NEW)

    anna.refresh_from_db()
    assert anna.check_password("a brand new trombone")
    assert not AccessToken.objects.usable(now=timezone.now()).exists()


def test_they_stay_if_the_owner_says_so(client: Client, anna: User) -> None:
    confirm(anna)
    AccessToken.issue(user=anna, description="bot", scopes=[])
    [link] = links_after(client, "anna@example.org")

    choose(client, link, NEW | {"keep_programs": "on"})

    assert AccessToken.objects.usable(now=timezone.now()).exists()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "You have: 2 API tokens, 1 connection of an app, 1 webhook."),
        ("de", "Du hast: 2 API-Token, 1 Verbindung einer App, 1 Webhook."),
    ],
)
def test_the_page_says_how_many_programs_there_are_and_the_box_is_empty(
    reader: Reader, anna: User, bert: User, language: str, words: str
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    for _token in range(2):
        AccessToken.issue(user=anna, description="bot", scopes=[])
    keys_for(anna, registered(bert))
    Webhook.objects.create(owner=anna, url="https://example.org/", host="example.org", last_seq=0)

    page = reader(anna).get("/accounts/password/change/")

    assert words in text_of(page)
    assert not page.context["form"]["keep_programs"].value()


def test_a_refused_password_keeps_the_tick_and_ends_nothing(reader: Reader, anna: User) -> None:
    AccessToken.issue(user=anna, description="bot", scopes=[])
    fields = {"oldpassword": "a wrong one", "keep_programs": "on", **NEW}

    page = reader(anna).post("/accounts/password/change/", fields)

    assert page.context["form"]["keep_programs"].value() is True
    assert AccessToken.objects.usable(now=timezone.now()).exists()


def test_who_has_no_programs_is_not_asked(client: Client, anna: User) -> None:
    [link] = links_after(client, "anna@example.org")

    assert "keep_programs" not in client.get(link, follow=True).content.decode()


# --- Whoever reads the mails, and has no second factor ----------------------------------------------------------------


FACTORS: dict[str, Callable[[User], object]] = {
    "app": lambda user: TOTP.activate(user, generate_totp_secret()),
    "passkey": lambda user: Passkey().add(sign_in(Client(), user)),
    "passkey as second factor": lambda user: Passkey(verifies=False).add(sign_in(Client(), user)),
}


@pytest.fixture(params=["player", "staff"])
def owner(request: pytest.FixtureRequest, settings: Settings, anna: User) -> User:
    settings.REQUIRE_STAFF_SECOND_FACTOR = True
    is_staff = request.param == "staff"
    User.objects.filter(pk=anna.pk).update(is_staff=is_staff, is_superuser=is_staff)
    confirm(anna)
    anna.refresh_from_db()
    return anna


def log_in_with_the_password(thief: Client) -> None:
    thief.post("/accounts/login/", {"login": "anna", "password": NEW["password1"]}, follow=True)


def log_in_with_a_code(thief: Client) -> None:
    mail.outbox.clear()
    thief.post("/accounts/login/code/", {"email": "anna@example.org"})
    [code] = re.findall(r"^([A-Z0-9]{3,}-?[A-Z0-9]{3,})$", str(mail.outbox[-1].body), re.MULTILINE)
    answer = thief.post("/accounts/login/code/confirm/", {"code": code})
    assert answer["Location"].startswith("/accounts/2fa/authenticate/")


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("log_in", [log_in_with_the_password, log_in_with_a_code])
def test_a_new_password_by_mail_does_not_stand_in_for_the_second_factor(
    owner: User, factor: str, log_in: Callable[[Client], None]
) -> None:
    FACTORS[factor](owner)
    before = list(Authenticator.objects.order_by("pk").values())
    [link] = links_after(thief := Client(), "anna@example.org")

    choose(thief, link, NEW)
    after_the_choice = thief.get("/preferences/")
    log_in(thief)

    owner.refresh_from_db()
    assert owner.check_password(NEW["password1"])
    assert after_the_choice.status_code == 302
    for address in ("/preferences/", "/accounts/2fa/", "/admin/", "/accounts/password/set/", "/api/v1/account/"):
        assert thief.get(address).status_code in (302, 401, 403), address
    assert "_auth_user_id" not in thief.session
    assert list(Authenticator.objects.order_by("pk").values()) == before
