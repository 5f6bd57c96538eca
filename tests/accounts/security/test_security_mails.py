"""Owners hear of what changes their account, and take it back by one link."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.conf import LazySettings
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import tokens
from accounts.models import AccessToken, ConfirmedAddress, SecurityMail, User
from accounts.privacy import erasure
from accounts.security import addresses, mails, securing
from games.calendar import feeds
from games.notifications.push import subscriptions
from games.webhooks.models import Webhook
from tests.games.notifications.browser import Browser
from tests.games.notifications.people import confirm
from tests.support.pages import Reader
from tests.support.reading import heading, text_of
from tests.support.signing_in import sign_in

LONG_AGO = timedelta(days=100)


@pytest.fixture
def owner(anna: User) -> User:
    """Anna, who confirmed her address long ago."""
    confirm(anna)
    ConfirmedAddress.objects.create(user=anna, email="anna@example.org", confirmed_at=timezone.now() - LONG_AGO)
    return anna


def sent() -> list[tuple[str, str]]:
    """What the worker sends: to whom, and the sentence about the change."""
    mail.outbox.clear()
    while mails.send_next():
        pass
    return [(each.to[0], str(each.body).split("\n\n")[2].strip()) for each in mail.outbox]


def link_in(number: int = 0) -> str:
    [url] = re.findall(r"http\S+/accounts/secure/\S+", str(mail.outbox[number].body))
    return str(urlsplit(url).path)


def add_address(browser: Client, email: str) -> None:
    browser.post("/accounts/email/", {"action_add": "", "email": email})


def test_an_added_address_is_told_to_the_confirmed_one(owner: User, reader: Reader) -> None:
    owner.language = "en"
    owner.save()

    add_address(reader(owner), "other@example.org")

    assert sent() == [("anna@example.org", "The email address other@example.org was added; it is not confirmed yet.")]


def test_it_is_told_in_the_language_of_the_owner(owner: User, reader: Reader) -> None:
    User.objects.filter(pk=owner.pk).update(language="de")

    passwords = {"oldpassword": "a good password", "password1": "another shiny trombone"}

    reader(owner).post("/accounts/password/change/", passwords)

    assert sent() == [("anna@example.org", "Das Passwort wurde geändert.")]
    assert mail.outbox[0].subject == "Eine Änderung an deinem Konto anna"


def test_tokens_apps_copies_and_second_factors_are_told(owner: User) -> None:
    tokens.issue(owner, description="my bot", scopes=["game:read"])
    mails.record(owner, mails.Kind.TOTP_ADDED)

    assert set(SecurityMail.objects.values_list("kind", flat=True)) == {"token_made", "totp_added"}


def test_a_mail_server_that_is_away_delays_a_mail(owner: User, settings: LazySettings) -> None:
    tokens.issue(owner, description="my bot", scopes=[])
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = (
        "django.core.mail.backends.smtp.EmailBackend",
        "127.0.0.1",
        9,
    )

    assert mails.send_next()

    waiting = SecurityMail.objects.get()
    assert (waiting.ended_at, waiting.attempts) == (None, 1)
    assert waiting.leased_until is not None


def test_the_link_takes_everything_back(owner: User, client: Client) -> None:
    tokens.issue(owner, description="before", scopes=["game:read"])
    Webhook.objects.create(owner=owner, url="https://example.org/", host="example.org", last_seq=0)
    feeds.make_feed(owner)
    subscriptions.subscribe(owner, endpoint="https://8.8.8.8/push", **Browser().keys)
    thief = sign_in(Client(), owner)
    UserSession.objects.create(user=owner, ip="192.0.2.1", user_agent="x", session_key=thief.session.session_key)
    SecurityMail.objects.all().delete()
    add_address(thief, "thief@example.org")
    EmailAddress.objects.filter(email="thief@example.org").update(verified=True)
    addresses.confirmed(owner, "thief@example.org", now=timezone.now())
    TOTP.activate(owner, generate_totp_secret())
    sent()

    asked = client.get(link_in())
    secured = client.post(link_in())

    owner.refresh_from_db()
    assert heading(asked) == f"Secure the account {owner.username}"
    assert "/accounts/password/reset/key/" in secured["Location"]
    assert not owner.has_usable_password()
    assert thief.get("/preferences/").status_code == 302
    assert not UserSession.objects.filter(user=owner).exists()
    assert not AccessToken.objects.usable(now=timezone.now()).filter(user=owner).exists()
    assert not Webhook.objects.filter(disabled_at=None).exists()
    assert feeds.feed_of(owner) is None
    assert not subscriptions.subscriptions_of(owner).exists()
    assert list(EmailAddress.objects.values_list("email", "primary", "verified")) == [("anna@example.org", True, True)]
    assert not Authenticator.objects.filter(user=owner).exists()
    assert [address for address, _sentence in sent()] == ["anna@example.org"]


def test_the_new_password_is_chosen_at_once(owner: User, client: Client) -> None:
    tokens.issue(owner, description="x", scopes=[])
    sent()
    form = client.post(link_in(), follow=True)

    client.post(form.request["PATH_INFO"], {"password1": "a brand new trombone"}, follow=True)

    owner.refresh_from_db()
    assert owner.check_password("a brand new trombone")


def test_a_link_works_once_and_for_thirty_days(owner: User, client: Client) -> None:
    for _time in range(2):
        tokens.issue(owner, description="x", scopes=[])
    sent()
    first, second = link_in(0), link_in(1)
    SecurityMail.objects.filter(pk=SecurityMail.objects.earliest("id").pk).update(
        changed_at=timezone.now() - timedelta(days=31)
    )

    client.post(second)

    assert client.post(second).status_code == 410
    assert client.post(first).status_code == 410
    assert client.get("/accounts/secure/made-up/").status_code == 410


def test_of_two_who_use_a_link_at_once_one_is_refused(owner: User) -> None:
    tokens.issue(owner, description="x", scopes=[])
    read_by_both = SecurityMail.objects.get()
    securing.secure(read_by_both)
    owner.refresh_from_db()
    owner.set_password("a brand new trombone")
    owner.save()

    with pytest.raises(securing.LinkUsed):
        securing.secure(read_by_both)

    owner.refresh_from_db()
    assert owner.check_password("a brand new trombone")


def test_looking_at_the_link_changes_nothing(owner: User, client: Client) -> None:
    tokens.issue(owner, description="x", scopes=[])
    sent()

    client.get(link_in())

    owner.refresh_from_db()
    assert owner.has_usable_password()


def test_an_address_that_was_added_lately_hears_without_the_link(owner: User) -> None:
    EmailAddress.objects.create(user=owner, email="thief@example.org", verified=True)
    addresses.confirmed(owner, "thief@example.org", now=timezone.now())

    tokens.issue(owner, description="x", scopes=[])

    assert set(SecurityMail.objects.values_list("address", "can_secure")) == {
        ("anna@example.org", True),
        ("thief@example.org", False),
    }


def test_a_removed_address_hears_of_changes_for_thirty_days(owner: User, reader: Reader) -> None:
    EmailAddress.objects.create(user=owner, email="new@example.org", verified=True, primary=False)
    addresses.confirmed(owner, "new@example.org", now=timezone.now())
    browser = reader(owner)
    browser.post("/accounts/email/", {"action_primary": "", "email": "new@example.org"})
    browser.post("/accounts/email/", {"action_remove": "", "email": "anna@example.org"})
    SecurityMail.objects.all().delete()

    tokens.issue(owner, description="x", scopes=[])
    now = set(SecurityMail.objects.values_list("address", "can_secure"))
    ConfirmedAddress.objects.filter(email="anna@example.org").update(removed_at=timezone.now() - timedelta(days=31))
    later = addresses.recipients(owner, now=timezone.now())

    assert now == {("anna@example.org", True), ("new@example.org", False)}
    assert [each.address for each in later] == ["new@example.org"]


def test_an_account_without_a_confirmed_address_has_nobody_to_be_told(anna: User) -> None:
    tokens.issue(anna, description="x", scopes=[])

    assert not SecurityMail.objects.exists()


def test_the_end_of_an_account_is_told_and_then_forgotten(owner: User) -> None:
    erasure.close(owner, ending=True)
    erasure.finish(owner.pk)

    assert sent() == [("anna@example.org", "The account was deleted.")]
    assert not SecurityMail.objects.exists()


def test_the_page_says_what_was_changed_in_the_language_of_the_mail(owner: User, client: Client) -> None:
    User.objects.filter(pk=owner.pk).update(language="de")
    owner.refresh_from_db()
    tokens.issue(owner, description="my bot", scopes=[])
    sent()

    page = text_of(client.get(link_in()))

    assert "Das API-Token „my bot“ wurde erstellt." in page


# --- An intruder who has added an address -----------------------------------------------------------------------------


def confirmed_by(browser: Client, user: User, email: str) -> None:
    """Add an address to the account in a session of its own, and confirm it by the link in the mail."""
    add_address(browser, email)
    [message] = [each for each in mail.outbox if each.to == [email]]
    [url] = re.findall(r"http\S+/accounts/confirm-email/\S+", str(message.body))
    browser.post(str(urlsplit(url).path))
    assert EmailAddress.objects.get(email=email).verified


@pytest.fixture(params=["old account", "young account"])
def robbed(request: pytest.FixtureRequest, anna: User, client: Client) -> User:
    """Anna, with a second address that somebody in an open session has made the primary one."""
    confirm(anna)
    since = timezone.now() - (LONG_AGO if request.param == "old account" else timedelta(minutes=5))
    ConfirmedAddress.objects.create(user=anna, email="anna@example.org", confirmed_at=since)
    User.objects.filter(pk=anna.pk).update(date_joined=since)
    thief = sign_in(Client(), anna)
    confirmed_by(thief, anna, "thief@example.org")
    thief.post("/accounts/email/", {"action_primary": "", "email": "thief@example.org"})
    return anna


def test_no_mail_to_an_added_address_has_the_link(robbed: User) -> None:
    sent()

    with_link = [each.to[0] for each in mail.outbox if "/accounts/secure/" in str(each.body)]
    assert with_link
    assert set(with_link) == {"anna@example.org"}


def test_no_mail_to_an_added_address_has_the_link_after_the_owner_has_put_theirs_back(robbed: User) -> None:
    """Who confirms an address again is not newer than the intruder who took it away."""
    sign_in(Client(), robbed).post("/accounts/email/", {"action_remove": "", "email": "anna@example.org"})
    owner = sign_in(Client(), robbed)
    confirmed_by(owner, robbed, "anna@example.org")
    owner.post("/accounts/email/", {"action_primary": "", "email": "anna@example.org"})
    owner.post("/accounts/email/", {"action_remove": "", "email": "thief@example.org"})
    sent()

    with_link = [each.to[0] for each in mail.outbox if "/accounts/secure/" in str(each.body)]
    assert EmailAddress.objects.get().email == "anna@example.org"
    assert set(with_link) == {"anna@example.org"}


def test_an_address_that_was_removed_long_ago_comes_back_as_a_new_one(owner: User) -> None:
    ConfirmedAddress.objects.update(removed_at=timezone.now() - timedelta(days=31))
    now = timezone.now()

    addresses.confirmed(owner, "anna@example.org", now=now)

    row = ConfirmedAddress.objects.get()
    assert (row.confirmed_at, row.removed_at) == (now, None)


@pytest.mark.parametrize("number", [0, -1])
def test_the_link_of_each_mail_removes_what_was_added(robbed: User, client: Client, number: int) -> None:
    TOTP.activate(robbed, generate_totp_secret())
    sent()
    links = [re.findall(r"http\S+/accounts/secure/\S+", str(each.body)) for each in mail.outbox]
    link = str(urlsplit([found[0] for found in links if found][number]).path)

    page = text_of(client.get(link))
    client.post(link)

    assert "These addresses: thief@example.org" in page
    assert list(EmailAddress.objects.values_list("email", "primary")) == [("anna@example.org", True)]
    assert not Authenticator.objects.filter(user=robbed).exists()


def test_mails_to_a_removed_address_secure_nothing_any_more(owner: User, client: Client) -> None:
    """Their links may be from before such an address was known to be an intruder's."""
    EmailAddress.objects.create(user=owner, email="thief@example.org", verified=True)
    addresses.confirmed(owner, "thief@example.org", now=timezone.now())
    tokens.issue(owner, description="x", scopes=[])
    SecurityMail.objects.filter(address="thief@example.org").update(can_secure=True)
    sent()
    links = {each.to[0]: re.findall(r"http\S+(/accounts/secure/\S+)", str(each.body))[0] for each in mail.outbox}
    client.post(links["anna@example.org"])

    assert client.post(links["thief@example.org"]).status_code == 410


def test_a_code_that_was_mailed_before_the_account_was_secured_lets_nobody_in(robbed: User, client: Client) -> None:
    sent()
    link = link_in()
    thief = Client()
    thief.post("/accounts/login/code/", {"email": "thief@example.org"})
    code = str(mail.outbox[-1].subject).split()[0]
    client.post(link)

    answer = thief.post("/accounts/login/code/confirm/", {"code": code})

    assert mail.outbox[-1].to == ["thief@example.org"]
    assert answer["Location"] == "/accounts/login/"
    assert thief.get("/preferences/").status_code == 302


@pytest.mark.parametrize(
    ("language", "words"), [("en", "The account stays a bot account"), ("de", "Das Konto bleibt ein Bot-Konto")]
)
def test_the_page_says_that_a_bot_account_stays_one(owner: User, client: Client, language: str, words: str) -> None:
    User.objects.filter(pk=owner.pk).update(language=language)
    owner.refresh_from_db()
    mails.record(owner, mails.Kind.TOTP_ADDED)
    mails.record(owner, mails.Kind.BOT_MADE)
    sent()

    pages = [text_of(client.get(link_in(number))) for number in (0, 1)]

    assert [words in page for page in pages] == [False, True]
