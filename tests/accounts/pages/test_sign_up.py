"""Making an account with an address that somebody has: nobody learns that it is known, but who reads its mails."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.support.pages import Reader
from tests.support.reading import messages_in, text_of

TAKEN = "Anna@example.org"


@pytest.fixture
def anna(anna: User) -> User:
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    return anna


def signed_up(email: str, username: str) -> Any:
    """The answer to the form, and the page that it leads to, without what the two accounts have each for itself."""
    browser = Client()
    answer = browser.post("/accounts/signup/", SIGN_UP | {"email": email, "username": username})
    pages = [text_of(browser.get(path)) for path in ("/", "/accounts/email/")]
    own = re.compile(rf"{email}|{username}", re.IGNORECASE)
    return answer.status_code, answer.headers.get("Location"), [own.sub("–", page) for page in pages]


def test_an_address_that_somebody_has_is_taken_like_any_other(anna: User) -> None:
    other, known = signed_up("new@example.org", "dora"), signed_up(TAKEN, "dina")

    assert other == known
    assert other[:2] == (302, "/")
    assert [email.subject for email in mail.outbox] == ["Confirm your email address", "You already have an account"]
    assert mail.outbox[1].to == ["anna@example.org"]
    assert "confirm-email" not in mail.outbox[1].body


def test_the_address_stays_with_whoever_had_it(reader: Reader, anna: User) -> None:
    signed_up(TAKEN, "dina")
    dina = User.objects.get(username="dina")

    answer = reader(dina).post("/accounts/email/", {"email": anna.email, "action_primary": ""})

    assert answer.status_code == 302
    assert (dina.email, User.objects.get(pk=anna.pk).email) == ("", anna.email)
    assert EmailAddress.objects.filter(email=anna.email, verified=True).get().user == anna


def test_an_address_becomes_the_accounts_own_when_it_is_free_and_confirmed(reader: Reader, anna: User) -> None:
    signed_up(TAKEN, "dina")
    dina = User.objects.get(username="dina")
    mail.outbox.clear()
    EmailAddress.objects.filter(user=anna).delete()
    User.objects.filter(pk=anna.pk).update(email="")
    cache.clear()  # Or it would be too soon for another mail.

    reader(dina).post("/accounts/email/", {"email": TAKEN, "action_send": ""})
    [link] = re.findall(r"http://\S+(/accounts/confirm-email/\S+)", str(mail.outbox[0].body))
    reader(dina).post(link)

    dina.refresh_from_db()
    assert dina.email == "anna@example.org"
    assert EmailAddress.objects.get(user=dina).verified


def test_an_unconfirmed_address_does_not_become_the_primary_one(reader: Reader, anna: User, bert: User) -> None:
    browser = reader(bert)
    browser.post("/accounts/email/", {"email": TAKEN, "action_add": ""})

    answer = browser.post("/accounts/email/", {"email": TAKEN, "action_primary": ""}, follow=True)

    assert messages_in(answer)
    assert [email.subject for email in mail.outbox] == ["You already have an account"]
    assert not EmailAddress.objects.filter(email=anna.email, primary=True).exclude(user=anna).exists()
