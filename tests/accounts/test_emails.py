"""The mails of the account: text and HTML, the same words and the same link, in the reader's language."""

import re

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from accounts.models import User
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.support.reading import compact, messages_in, text_of, words

RESET, CODE = "/accounts/password/reset/", "/accounts/login/code/"


def sent(client: Client, address: str, fields: dict[str, str], language: str) -> tuple[str, str, str]:
    """Subject, text and HTML of the one mail that follows."""
    client.post(address, fields, headers={"accept-language": language})
    [email] = mail.outbox
    assert isinstance(email, EmailMultiAlternatives)
    [(html, kind)] = email.alternatives
    assert kind == "text/html"
    return str(email.subject), str(email.body), str(html)


@pytest.mark.parametrize(
    ("address", "fields", "language", "subject", "button", "link"),
    [
        ("/accounts/signup/", SIGN_UP, "en", "Confirm your email address", "Confirm the address", "confirm-email/"),
        ("/accounts/signup/", SIGN_UP, "de", "Bestätige deine E-Mail-Adresse", "Adresse bestätigen", "confirm-email/"),
        (
            RESET,
            {"email": "anna@example.org"},
            "en",
            "Choose a new password",
            "Choose a new password",
            "password/reset/key/",
        ),
        (
            RESET,
            {"email": "anna@example.org"},
            "de",
            "Neues Passwort wählen",
            "Neues Passwort wählen",
            "password/reset/key/",
        ),
        (
            CODE,
            {"email": "x@example.org"},
            "de",
            "Diese Adresse ist bei keinem Konto bestätigt",
            "Konto anlegen",
            "signup/",
        ),
        (
            RESET,
            {"email": "x@example.org"},
            "en",
            "This address is not confirmed for any account",
            "Create account",
            "signup/",
        ),
    ],
)
def test_a_mail_says_in_html_what_it_says_in_text(
    client: Client,
    anna: User,
    address: str,
    fields: dict[str, str],
    language: str,
    subject: str,
    button: str,
    link: str,
) -> None:
    said, text, html = sent(client, address, fields, language)

    [target] = re.findall(r'<a [^>]*href="([^"]+)"', html)
    sentences = [line for line in text.splitlines() if line.endswith((".", ":"))]
    said_in_html = words(html)
    assert said == subject
    assert f'<html lang="{language}">' in html
    assert f"<title>{subject}</title>" in html
    assert f">{button}</a>" in compact(html)
    assert link in target
    assert target in text.split()
    assert [sentence for sentence in sentences if sentence not in said_in_html] == []


def test_nothing_in_a_mail_is_fetched(client: Client, anna: User) -> None:
    _subject, _text, html = sent(client, RESET, {"email": "anna@example.org"}, "en")

    assert re.findall(r"<(?:img|link|script)|url\(|@import", html) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "this address is not confirmed for any account"),
        ("de", "Diese Adresse ist aber bei keinem Konto bestätigt"),
    ],
)
@pytest.mark.parametrize("email", ["nobody@example.org", "dora@example.org"], ids=["unknown", "unconfirmed"])
def test_a_code_for_an_address_that_nobody_has_confirmed_is_refused_in_words_that_are_true(
    client: Client, db: None, email: str, language: str, said: str
) -> None:
    Client().post("/accounts/signup/", SIGN_UP)
    mail.outbox.clear()

    _subject, text, html = sent(client, CODE, {"email": email}, language)

    assert said in text
    assert said in html
    assert email in text


def test_the_page_for_the_code_does_not_say_that_a_code_was_sent_to_nobody(client: Client, db: None) -> None:
    asked = client.post(CODE, {"email": "nobody@example.org"})

    page = client.get(asked["Location"])

    assert messages_in(page) == []
    assert "nobody@example.org" in text_of(page)
