"""To whom an address belongs: the first account that confirms it. Who only enters it has nothing by it."""

import re
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import AccessToken, User
from games.webhooks.models import Webhook
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.games.notifications.people import confirm
from tests.support.pages import Reader
from tests.support.racing import at_once
from tests.support.reading import messages_in, text_of

ADDRESS = "shared@example.org"
FAILED = f"Unable to confirm {ADDRESS} because it is already confirmed by a different account."


def signed_up(username: str, email: str = ADDRESS) -> tuple[User, str]:
    """A new account, and the link to confirm its address; empty if there is none in the mail."""
    mail.outbox.clear()
    Client().post("/accounts/signup/", SIGN_UP | {"username": username, "email": email})
    links = re.findall(r"http://localhost:8000(/accounts/confirm-email/\S+)", str(mail.outbox[0].body))
    return User.objects.get(username=username), str(links[0]) if links else ""


def reset_links(email: str) -> list[str]:
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": email})
    [message] = mail.outbox
    return re.findall(r"http://localhost:8000(/accounts/password/reset/key/\S+)", str(message.body))


def name_in(message: Any) -> str:
    [name] = re.findall(r"Your username is (\w+)\.", str(message.body))
    return str(name)


def owners() -> list[str]:
    return [row.user.username for row in EmailAddress.objects.filter(email=ADDRESS, verified=True)]


@pytest.mark.django_db
def test_a_squatter_does_not_keep_the_owner_from_confirming() -> None:
    squatter, _link = signed_up("sam")
    owner, link = signed_up("olivia")

    Client().post(link)

    owner.refresh_from_db()
    squatter.refresh_from_db()
    assert owners() == ["olivia"]
    assert (owner.email, squatter.email) == (ADDRESS, "")
    assert (owner.never_confirmed, squatter.never_confirmed) == (False, True)
    assert not EmailAddress.objects.get(user=squatter).verified


@pytest.mark.django_db
def test_who_confirms_too_late_reads_so_and_changes_nothing() -> None:
    squatter, late = signed_up("sam")
    _owner, link = signed_up("olivia")
    Client().post(link)
    browser = Client()

    page = browser.get(late)
    refused = browser.post(late)

    assert f"{ADDRESS} already belongs to another account." in text_of(page)
    assert messages_in(refused) == [FAILED]
    assert owners() == ["olivia"]
    squatter.refresh_from_db()
    assert squatter.email == ""


@pytest.mark.django_db(transaction=True)
def test_of_those_who_confirm_an_address_at_once_one_gets_it_and_the_others_read_so() -> None:
    names = [f"player{number}" for number in range(5)]
    links = [signed_up(name)[1] for name in names]

    answers = at_once(*(partial(Client().post, link, follow=True) for link in links))

    [winner] = owners()
    pages: list[Any] = answers
    assert [page.status_code for page in pages] == [200] * 5
    assert sorted("Unable to confirm" in page.content.decode() for page in pages) == [False] + [True] * 4
    assert list(User.objects.exclude(email="").values_list("username", "email")) == [(winner, ADDRESS)]


@pytest.mark.django_db
def test_an_address_that_was_entered_for_an_account_without_confirming_it_goes_to_whoever_confirms(bert: User) -> None:
    owner, link = signed_up("olivia", bert.email.upper())

    Client().post(link)

    bert.refresh_from_db()
    owner.refresh_from_db()
    assert (bert.email, owner.email) == ("", "bert@example.org")


@pytest.mark.django_db
def test_the_first_confirmed_address_is_the_primary_one(reader: Reader) -> None:
    owner, _link = signed_up("olivia", "mistyped@example.org")
    mail.outbox.clear()
    reader(owner).post("/accounts/email/", {"email": ADDRESS, "action_add": ""})
    [link] = re.findall(r"http://localhost:8000(/accounts/confirm-email/\S+)", str(mail.outbox[0].body))

    reader(owner).post(link)

    owner.refresh_from_db()
    assert owner.email == ADDRESS
    assert EmailAddress.objects.get(user=owner, primary=True).email == ADDRESS


@pytest.mark.django_db
def test_another_confirmed_address_does_not_replace_the_primary_one(reader: Reader, bert: User) -> None:
    confirm(bert)
    reader(bert).post("/accounts/email/", {"email": ADDRESS, "action_add": ""})
    [link] = re.findall(r"http://localhost:8000(/accounts/confirm-email/\S+)", str(mail.outbox[0].body))

    reader(bert).post(link)

    bert.refresh_from_db()
    assert bert.email == "bert@example.org"
    assert owners() == ["bert"]


# --- A new password ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_link_to_a_new_password_is_for_the_account_that_confirmed_the_address_only() -> None:
    _owner, link = signed_up("olivia")
    Client().post(link)
    signed_up("sam")

    assert len(reset_links(ADDRESS)) == 1
    assert name_in(mail.outbox[0]) == "olivia"


@pytest.mark.django_db
def test_where_nobody_has_confirmed_the_address_one_link_is_for_the_latest_account() -> None:
    for name in ("sam", "olivia"):
        signed_up(name)

    assert len(reset_links(ADDRESS)) == 1
    assert name_in(mail.outbox[0]) == "olivia"


@pytest.mark.django_db
def test_the_address_of_a_closed_account_lets_nobody_into_another_one() -> None:
    owner, link = signed_up("olivia")
    Client().post(link)
    signed_up("sam")
    User.objects.filter(pk=owner.pk).update(is_active=False)

    assert reset_links(ADDRESS) == []


@pytest.mark.django_db
def test_an_account_that_has_confirmed_an_address_is_not_opened_by_one_that_it_only_entered() -> None:
    owner, link = signed_up("olivia", "own@example.org")
    Client().post(link)
    EmailAddress.objects.create(user=owner, email=ADDRESS)

    assert reset_links(ADDRESS) == []


@pytest.mark.django_db
def test_who_gets_in_by_an_address_that_was_never_confirmed_is_alone_in_the_account() -> None:
    squatter, _link = signed_up("sam")
    Webhook.objects.create(owner=squatter, url="https://example.org/", host="example.org", last_seq=0)
    AccessToken.issue(user=squatter, description="bot", scopes=[])
    [link] = reset_links(ADDRESS)
    browser = Client()
    form = browser.get(link, follow=True)

    browser.post(form.request["PATH_INFO"], {"password1": "a brand new trombone", "keep_programs": "on"})

    squatter.refresh_from_db()
    assert "keep_programs" not in form.content.decode()
    assert squatter.check_password("a brand new trombone")
    assert not AccessToken.objects.filter(revoked_at=None).exists()
    assert not Webhook.objects.filter(disabled_at=None).exists()


@pytest.mark.django_db
def test_a_link_to_a_new_password_still_works_when_the_address_is_confirmed_meanwhile() -> None:
    owner, confirmation = signed_up("olivia")
    [link] = reset_links(ADDRESS)
    Client().post(confirmation)
    browser = Client()
    form = browser.get(link, follow=True)

    browser.post(form.request["PATH_INFO"], {"password1": "a brand new trombone"})

    owner.refresh_from_db()
    assert owner.check_password("a brand new trombone")
