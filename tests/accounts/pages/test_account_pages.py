"""Preferences, API tokens, and the way in and out of an account."""

import re
from datetime import timedelta
from unittest.mock import ANY

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import preferences, tokens
from accounts.models import AccessToken, User
from accounts.models.tokens import digest_of
from tests.games.notifications.people import confirm
from tests.support.pages import Reader
from tests.support.reading import heading, messages_in, mistakes, text_of

PREFERENCES = {
    "board_style": "slate",
    "color_scheme": "dark",
    "touch_move": "on",
    "language": "de",
    "time_zone": "Pacific/Auckland",
}
SIGN_UP = {
    "username": "dora",
    "email": "dora@example.org",
    "password1": "nine merry trombones",
}


# --- Preferences ------------------------------------------------------------------------------------------------------


def test_preferences_are_saved_and_confirmed_in_the_new_language(reader: Reader, anna: User) -> None:
    browser = reader(anna)

    answer = browser.post("/preferences/", PREFERENCES)

    anna.refresh_from_db()
    assert (anna.language, anna.time_zone) == ("de", "Pacific/Auckland")
    assert (anna.email_on_your_move, anna.email_on_game_over) == (True, True)
    assert (anna.board_style, anna.color_scheme) == ("slate", "dark")
    assert (anna.marks, anna.confirm_moves, anna.touch_move) == (False, False, True)
    assert (anna.go_on, anna.sounds) == (False, False)
    assert messages_in(answer) == ["Deine Einstellungen sind gespeichert."]
    assert heading(browser.get("/preferences/")) == "Einstellungen"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("language", "fr"),
        ("time_zone", "Europe/Atlantis"),
        ("time_zone", ""),
        ("board_style", "marble"),
        ("board_style", ""),
        ("color_scheme", "dusk"),
    ],
)
def test_a_preference_that_does_not_exist_is_shown_beside_its_field(
    reader: Reader, anna: User, field: str, value: str
) -> None:
    before = User.objects.filter(pk=anna.pk).values().get()

    page = reader(anna).post("/preferences/", PREFERENCES | {field: value})

    assert page.status_code == 422
    assert list(mistakes(page)) == [field]
    assert User.objects.filter(pk=anna.pk).values().get() == before | {"last_login": ANY}


def test_every_preference_has_a_place_on_the_page_and_says_what_it_does(reader: Reader, anna: User) -> None:
    form = reader(anna).get("/preferences/").context["form"]

    shown = [field.name for _title, fields in form.groups for field in fields]

    on_the_page_of_notifications = ["email_on_game_over", "email_on_your_move"]
    assert sorted([*shown, *on_the_page_of_notifications, "emergency_day"]) == sorted(
        ["display_name", *preferences.NAMES]
    )
    assert all(form[name].help_text for name in shown)


def test_a_zone_that_is_no_place_stays_to_be_had_by_whoever_has_it(reader: Reader, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(time_zone="EST5EDT")
    browser = reader(anna)

    page = browser.get("/preferences/")
    answer = browser.post("/preferences/", PREFERENCES | {"time_zone": "EST5EDT"})

    assert '<option value="EST5EDT" selected>EST5EDT</option>' in page.content.decode()
    assert answer.status_code == 302


# --- API tokens -------------------------------------------------------------------------------------------------------


def test_a_new_tokens_secret_is_shown_once(reader: Reader, anna: User) -> None:
    browser = reader(anna)
    fields = {"description": "my bot", "scopes": ["game:read", "game:play"], "lifetime": "30"}

    page = browser.post("/preferences/tokens/", fields)

    token, [secret] = AccessToken.objects.get(), re.findall(r"mue_[\w-]{43}", page.content.decode())
    assert (token.user, token.description, token.scopes) == (anna, "my bot", ["game:read", "game:play"])
    assert token.digest == digest_of(secret)
    assert page["Cache-Control"] == "no-store"
    assert secret not in browser.get("/preferences/tokens/").content.decode()


@pytest.mark.parametrize(("lifetime", "days"), [("30", 30), ("90", 90), ("365", 365), ("", 365)])
def test_a_token_runs_out_when_its_owner_wants_it_to(
    reader: Reader, anna: User, clock: object, lifetime: str, days: int
) -> None:
    reader(anna).post("/preferences/tokens/", {"description": "x", "scopes": ["game:read"], "lifetime": lifetime})

    assert AccessToken.objects.get().expires_at == timezone.now() + timedelta(days=days)


def test_the_page_offers_no_token_without_an_end(reader: Reader, anna: User) -> None:
    page = reader(anna).get("/preferences/tokens/")

    assert [value for value, _label in page.context["form"].fields["lifetime"].choices] == ["30", "90", "365"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"scopes": ["game:read"]}, {"description": ["This field is required."]}),
        ({"description": "x"}, {"scopes": ["Please choose at least one permission."]}),
    ],
)
def test_a_token_without_purpose_or_right_is_refused(
    reader: Reader, anna: User, fields: dict[str, object], expected: dict[str, list[str]]
) -> None:
    page = reader(anna).post("/preferences/tokens/", fields)

    assert page.status_code == 422
    assert mistakes(page) == expected
    assert not AccessToken.objects.exists()


def test_nobody_gathers_tokens_without_end(reader: Reader, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for _one in range(tokens.MOST):
        tokens.issue(anna, description="x", scopes=["game:read"])

    page = reader(anna).post("/preferences/tokens/", {"description": "one more", "scopes": ["game:read"]})

    assert mistakes(page) == {"": ["You have 50 tokens already; revoke one first."]}


def test_a_token_is_revoked_by_its_owner_only(reader: Reader, anna: User, bert: User) -> None:
    token, _secret = tokens.issue(anna, description="my bot", scopes=["game:read"])

    stranger = reader(bert).post(f"/preferences/tokens/{token.pk}/revoke/")
    token.refresh_from_db()
    revoked_by_stranger = token.revoked_at
    owner = reader(anna).post(f"/preferences/tokens/{token.pk}/revoke/")
    token.refresh_from_db()

    assert (stranger.status_code, revoked_by_stranger) == (404, None)
    assert (owner["Location"], token.revoked_at is None) == ("/preferences/tokens/", False)
    assert "my bot" not in text_of(reader(anna).get("/preferences/tokens/"))


# --- In and out -------------------------------------------------------------------------------------------------------


def test_signing_up_makes_an_account_and_comes_back_to_where_one_was_going(client: Client, db: None) -> None:
    answer = client.post("/accounts/signup/", SIGN_UP | {"next": "/invitations/x/"})

    assert (answer.status_code, answer["Location"]) == (302, "/invitations/x/")
    assert client.session["_auth_user_id"] == str(User.objects.get(username="dora").pk)
    assert [message.subject for message in mail.outbox] == ["Confirm your email address"]


def test_the_address_is_confirmed_by_the_link_in_the_mail(client: Client, db: None) -> None:
    client.post("/accounts/signup/", SIGN_UP)
    [link] = re.findall(r"http://localhost:8000(/accounts/confirm-email/\S+)", str(mail.outbox[0].body))

    page = client.get(link)
    client.post(link)

    assert "Is dora@example.org the address of dora?" in text_of(page)
    assert EmailAddress.objects.get(email="dora@example.org").verified


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": "ANNA"}, "username"),
        ({"username": "no spaces"}, "username"),
        ({"username": "ab"}, "username"),
        ({"email": "none"}, "email"),
        ({"username": "Admin"}, "username"),
        ({"username": "mueh-le_1"}, "username"),
        ({"password1": "Fussball2024"}, "password1"),
        ({"username": "trombonist", "password1": "trombonist7"}, "password1"),
        ({"password1": "short"}, "password1"),
    ],
)
def test_a_mistake_in_signing_up_is_shown_beside_its_field(
    client: Client, anna: User, changes: dict[str, str], field: str
) -> None:
    page = client.post("/accounts/signup/", SIGN_UP | changes)

    assert list(mistakes(page)) == [field]
    assert not User.objects.filter(username="dora").exists()


def test_a_wrong_password_is_reported_without_saying_what_was_wrong(client: Client, anna: User) -> None:
    page = client.post("/accounts/login/", {"login": "anna", "password": "wrong"})

    assert list(mistakes(page)) == [""]
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("login", ["anna", "ANNA", "anna@example.org"])
def test_one_logs_in_by_name_or_confirmed_address(client: Client, anna: User, login: str) -> None:
    confirm(anna)

    answer = client.post("/accounts/login/", {"login": login, "password": "a good password"})

    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_logging_out_takes_a_button(reader: Reader, anna: User) -> None:
    browser = reader(anna)

    asked = browser.get("/accounts/logout/")
    browser.post("/accounts/logout/")

    assert asked.status_code == 200
    assert "_auth_user_id" not in browser.session


def test_a_forgotten_password_is_chosen_anew(client: Client, anna: User) -> None:
    client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    [link] = re.findall(r"http://localhost:8000(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    form = client.get(link, follow=True)

    done = client.post(form.request["PATH_INFO"], {"password1": "a brand new trombone"}, follow=True)

    anna.refresh_from_db()
    assert heading(done) == "Password changed"
    assert anna.check_password("a brand new trombone")


def test_nobody_learns_by_a_reset_who_has_an_account(client: Client, anna: User) -> None:
    known = client.post("/accounts/password/reset/", {"email": "anna@example.org"}, follow=True)
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"}, follow=True)

    assert text_of(known) == text_of(unknown)
    assert [message.subject for message in mail.outbox] == [
        "Choose a new password",
        "This address is not confirmed for any account",
    ]
