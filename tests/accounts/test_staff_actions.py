"""What staff does to accounts in the administration: with a reason, within reach, and in the audit log."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.contrib.auth.models import Group
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from accounts import preferences, tokens
from accounts.models import AccessToken, ConfirmedAddress, SecurityMail, User
from accounts.oauth import registration
from accounts.security import mails
from accounts.staff_actions import NO_REASON, Recorded
from games.disputes import audit_log
from games.disputes.admin.audit_log import LOOKS
from games.disputes.models import AuditEntry
from games.disputes.roles import Role
from tests.games.notifications.people import confirm
from tests.support.pages import Reader
from tests.support.reading import text_of
from tests.support.ruling import Staff

FIELDS = {
    "username": "anna",
    "email": "anna@example.org",
    "language": "en",
    "time_zone": "Europe/Berlin",
    "board_style": "wood",
    "color_scheme": "system",
}
Made = Callable[..., User]


@pytest.fixture
def administrator(person: Made) -> User:
    user = person("admina")
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get(name=Role.ADMINISTRATOR.value))
    return user


@pytest.fixture
def browser(reader: Reader, administrator: User) -> Client:
    return reader(administrator)


@pytest.fixture
def token(anna: User) -> AccessToken:
    return tokens.issue(anna, description="my bot", scopes=["game:read"])[0]


def deeds() -> QuerySet[AuditEntry]:
    """What was done, without what was looked at."""
    return AuditEntry.objects.exclude(LOOKS)


def factor_of(user: User) -> Authenticator:
    return Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "hush"})


def on_the_list(browser: Client, table: str, row: Any, action: str, **more: str) -> str:
    """Tick the row and do the action; what the page then says."""
    data = {"action": action, "_selected_action": [row.pk], **more}
    return text_of(browser.post(f"/admin/{table}/", data, follow=True))


def test_an_account_is_closed_with_a_reason_and_a_row_in_the_book(
    browser: Client, administrator: User, anna: User
) -> None:
    address = f"/admin/accounts/user/{anna.pk}/change/"

    refused = browser.post(address, FIELDS)
    closed = browser.post(address, FIELDS | {"why": "Her own wish."})

    assert (refused.status_code, closed.status_code) == (200, 302)
    assert str(NO_REASON) in text_of(refused)
    row = deeds().get()
    assert (row.actor, row.action, row.user, row.reason) == (administrator, "change_user", anna, "Her own wish.")


def test_what_was_before_and_after_is_kept_without_what_is_private(
    reader: Reader, administrator: User, anna: User
) -> None:
    User.objects.filter(pk=administrator.pk).update(is_superuser=True)
    browser = reader(User.objects.get(pk=administrator.pk))

    browser.post(f"/admin/accounts/user/{anna.pk}/change/", FIELDS | {"email": "a@b.example", "why": "Moved."})

    row = deeds().get()
    assert row.before == {"row": f"accounts.user:{anna.pk}", "is_active": True}
    assert row.after["is_active"] is False
    assert "email" in row.after["changed"]
    assert "b.example" not in f"{row.before}{row.after}"


def test_a_new_password_is_recorded_and_not_kept(browser: Client, anna: User) -> None:
    words, address = "copper horse bassoon", f"/admin/accounts/user/{anna.pk}/password/"
    fields = {"password1": words, "password2": words}

    refused = browser.post(address, fields | {"why": " "})
    assert (refused.status_code, list(refused.context["form"].errors)) == (200, ["why"])
    assert not deeds().exists()
    browser.post(address, fields | {"why": "Forgotten, and proven by letter."})

    row = deeds().get()
    anna.refresh_from_db()
    assert anna.check_password(words)
    assert (row.action, row.user, row.reason) == ("change_user", anna, "Forgotten, and proven by letter.")
    assert 'name="why"' in browser.get(address).content.decode()
    assert words not in f"{row.before}{row.after}"


def test_a_token_is_revoked_for_a_reason_alone(browser: Client, token: AccessToken, anna: User) -> None:
    refused = on_the_list(browser, "accounts/accesstoken", token, "revoke", why=" ")
    token.refresh_from_db()
    assert str(NO_REASON) in refused
    assert token.revoked_at is None
    assert not deeds().exists()

    on_the_list(browser, "accounts/accesstoken", token, "revoke", why="It was published.")
    assert AccessToken.objects.filter(pk=token.pk, revoked_at=None).count() == 0
    row = deeds().get()
    assert (row.action, row.user, row.reason) == ("revoke_accesstoken", anna, "It was published.")
    assert audit_log.first_break() is None


@pytest.mark.parametrize("action", ["switch_off", "switch_on"])
def test_an_app_is_switched_for_a_reason(browser: Client, anna: User, action: str) -> None:
    app = registration.register(anna, name="Board", redirect_uris=["https://club.example/"])

    on_the_list(browser, "accounts/app", app, action, why="Its page is gone.")

    row = deeds().get()
    assert (row.action, row.user, row.reason) == (f"{action}_app", anna, "Its page is gone.")


def test_a_players_second_factor_is_taken_away_but_nobodys_of_the_staff(
    browser: Client, anna: User, bert: User
) -> None:
    User.objects.filter(pk=bert.pk).update(is_staff=True)
    hers, theirs = factor_of(anna), factor_of(bert)

    for factor in (hers, theirs):
        on_the_list(browser, "mfa/authenticator", factor, "take_away", why="The phone is lost.")

    assert list(Authenticator.objects.all()) == [theirs]
    row = deeds().get()
    assert (row.action, row.user, row.reason) == ("take_away_authenticator", anna, "The phone is lost.")


def test_a_device_that_is_taken_away_is_logged_out(browser: Client, anna: User) -> None:
    hers = Client()
    hers.post("/accounts/login/", {"login": "anna", "password": "a good password"})
    device = UserSession.objects.get(user=anna)
    was_in = hers.get("/preferences/").status_code

    on_the_list(browser, "usersessions/usersession", device, "take_away", why="The phone is lost.")

    assert (was_in, hers.get("/preferences/").status_code) == (200, 302)
    assert not UserSession.objects.filter(user=anna).exists()


def test_who_may_not_take_away_has_no_such_action(reader: Reader, administrator: User, anna: User) -> None:
    administrator.groups.set([Group.objects.get(name=Role.HELPER.value)])
    factor = factor_of(anna)

    reader(administrator).post(
        "/admin/mfa/authenticator/", {"action": "take_away", "_selected_action": [factor.pk], "why": "For fun."}
    )

    assert Authenticator.objects.filter(pk=factor.pk).exists()


def test_no_table_is_left_out_of_the_book() -> None:
    assert [table for table, rows in admin.site._registry.items() if not issubclass(type(rows), Recorded)] == []


# --- What owners hear of it -------------------------------------------------------------------------------------------


def address_of(user: User) -> EmailAddress:
    return EmailAddress.objects.create(user=user, email="other@example.org", verified=True)


def key_of(user: User) -> Authenticator:
    data = {"name": "key", "credential": {}}
    return Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=data)


def gives_password(browser: Client, anna: User) -> None:
    words = "copper horse bassoon"
    fields = {"password1": words, "password2": words, "why": "Forgotten."}
    browser.post(f"/admin/accounts/user/{anna.pk}/password/", fields)


def takes_password(browser: Client, anna: User) -> None:
    fields = {"usable_password": "false", "unset-password": "yes", "why": "Forgotten."}
    browser.post(f"/admin/accounts/user/{anna.pk}/password/", fields)


def adds_address(browser: Client, anna: User, **fields: str) -> None:
    browser.post("/admin/account/emailaddress/add/", {"user": anna.pk, "email": "other@example.org", **fields})


def changes_address(browser: Client, anna: User) -> None:
    row = EmailAddress.objects.get(user=anna)
    fields = {"user": anna.pk, "email": "other@example.org", "verified": "on", "primary": "on"}
    browser.post(f"/admin/account/emailaddress/{row.pk}/change/", fields)


def deletes_address(browser: Client, anna: User) -> None:
    browser.post(f"/admin/account/emailaddress/{address_of(anna).pk}/delete/", {"post": "yes"})


def deletes_addresses(browser: Client, anna: User) -> None:
    on_the_list(browser, "account/emailaddress", address_of(anna), "delete_selected", why="Wrong.", post="yes")


def closes_account(browser: Client, anna: User) -> None:
    browser.post(f"/admin/accounts/user/{anna.pk}/change/", FIELDS | {"why": "Two accounts."})


def opens_account(browser: Client, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)
    browser.post(f"/admin/accounts/user/{anna.pk}/change/", FIELDS | {"is_active": "on", "why": "A mistake."})


def renames(browser: Client, anna: User) -> None:
    fields = FIELDS | {"is_active": "on", "display_name": "Jörg", "why": "Her wish."}
    browser.post(f"/admin/accounts/user/{anna.pk}/change/", fields)


def deletes_account(browser: Client, anna: User) -> None:
    browser.post(f"/admin/accounts/user/{anna.pk}/delete/", {"post": "yes"})


OTHER = "other@example.org"
HEARD: dict[str, tuple[Callable[[Client, User], object], list[tuple[str, str]]]] = {
    "password given": (gives_password, [("password_changed", "")]),
    "password taken away": (takes_password, [("password_changed", "")]),
    "address added": (adds_address, [("address_added", OTHER)]),
    "confirmed address added": (lambda *who: adds_address(*who, verified="on"), [("address_confirmed", OTHER)]),
    "address changed": (changes_address, [("address_confirmed", OTHER), ("address_removed", "anna@example.org")]),
    "address deleted": (deletes_address, [("address_removed", OTHER)]),
    "addresses deleted": (deletes_addresses, [("address_removed", OTHER)]),
    "app taken away": (
        lambda browser, anna: on_the_list(browser, "mfa/authenticator", factor_of(anna), "take_away", why="Lost."),
        [("totp_removed", "")],
    ),
    "key taken away": (
        lambda browser, anna: on_the_list(browser, "mfa/authenticator", key_of(anna), "take_away", why="Lost."),
        [("key_removed", "")],
    ),
    "account closed": (closes_account, [("closed", "")]),
    "account opened again": (opens_account, [("opened", "")]),
    "display name changed": (renames, [("name_changed", "“anna” became “Jörg”")]),
    "account deleted": (deletes_account, [("deleted", "")]),
}
RIGHTS = "of staff, by superusers, in the audit log"
SETTING = "lets in nobody"
# What of an account its owner does not hear of when staff changes it, with the reason.
UNHEARD = {
    "username": "seen by everybody",
    "email": "lets in nobody who has a confirmed address; those are rows of their own",
    "bot_since": "for reading",
    "is_guest": "for reading",
    "operator": SETTING,
    "is_staff": RIGHTS,
    "is_superuser": RIGHTS,
    "groups": RIGHTS,
    "user_permissions": RIGHTS,
    **dict.fromkeys(preferences.NAMES, SETTING),
    **dict.fromkeys(
        (
            "former_display_names",
            "behaviour_statistics",
            "last_login",
            "date_joined",
            "deletion_due_at",
            "computer_level",
        ),
        "for reading",
    ),
}


@pytest.mark.parametrize("what", HEARD)
def test_the_owner_hears_of_what_staff_changes_and_can_take_it_back(
    reader: Reader, staff: Staff, anna: User, what: str
) -> None:
    """At the address of before. One that staff has added hears of it too, without the link."""
    confirm(anna)
    act, heard = HEARD[what]

    act(reader(staff("chief", "superuser")), anna)

    rows = SecurityMail.objects.filter(address="anna@example.org").order_by("kind")
    assert [(row.kind, row.detail) for row in rows] == heard
    assert {row.can_secure for row in rows} == {rows[0].kind not in mails.WITHOUT_LINK}
    assert not SecurityMail.objects.filter(address=OTHER, can_secure=True, kind="address_confirmed").exists()
    assert not SecurityMail.objects.exclude(user_agent="").exists()


def test_of_every_field_of_an_account_is_said_whether_its_owner_hears_of_a_change() -> None:
    fields = flatten_fieldsets(admin.site._registry[User].fieldsets or ())

    assert set(fields) == UNHEARD.keys() | {"password", "is_active", "display_name"}


@pytest.mark.parametrize("change", ["other fields", "already closed"])
def test_nobody_hears_of_what_was_so_before(reader: Reader, staff: Staff, anna: User, change: str) -> None:
    confirm(anna)
    is_active = change == "other fields"
    User.objects.filter(pk=anna.pk).update(is_active=is_active)
    fields = FIELDS | {"language": "de", "why": "Their wish."} | ({"is_active": "on"} if is_active else {})

    reader(staff("chief", "superuser")).post(f"/admin/accounts/user/{anna.pk}/change/", fields)

    anna.refresh_from_db()
    assert anna.language == "de"
    assert not SecurityMail.objects.exists()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["The account was closed", "When: ", "Nobody can log in to it any more", "If you disagree, write to"]),
        (
            "de",
            ["Das Konto wurde", "Wann: ", "Niemand kann sich mehr damit anmelden", "Wenn du nicht einverstanden bist"],
        ),
    ],
)
def test_the_mail_of_a_closed_account_says_what_when_and_how_to_object(
    reader: Reader, staff: Staff, anna: User, language: str, words: list[str]
) -> None:
    """To the addresses that the account had, one that was removed lately among them."""
    User.objects.filter(pk=anna.pk).update(language=language)
    confirm(anna)
    ConfirmedAddress.objects.create(user=anna, email=OTHER, removed_at=timezone.now())

    reader(staff("chief", "superuser")).post(
        f"/admin/accounts/user/{anna.pk}/change/", FIELDS | {"language": language, "why": "Two accounts."}
    )
    while mails.send_next():
        pass

    assert sorted(message.to[0] for message in mail.outbox) == ["anna@example.org", OTHER]
    for message in mail.outbox:
        assert isinstance(message, EmailMultiAlternatives)
        html = str(message.alternatives[0][0])
        assert [word for word in words if word not in str(message.body) or word not in html] == []
        assert "/accounts/secure/" not in str(message.body) + html
        assert "Two accounts." not in str(message.body)
