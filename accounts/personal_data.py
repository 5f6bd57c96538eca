"""Account data in data exports, which contain no digests, keys or encrypted responses; and what becomes of names."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts import names, preferences
from accounts.models import User
from accounts.privacy import erasure
from accounts.privacy.parts import Part, add, as_object, table

ACCOUNT = (
    "username",
    "display_name",
    "display_name_since",
    "email",
    "confirmed_long_ago",
    "first_name",
    "last_name",
    "former_language",
    "language_since",
    "date_joined",
    "last_login",
    "is_active",
    "is_staff",
    "is_superuser",
    "bot_since",
    "is_guest",
    "deletion_due_at",
    "closed_by_staff",
    "links_since",
    "operator",
    "computer_level",
)


def account(user: User) -> Iterator[bytes]:
    return as_object({name: getattr(user, name) for name in ACCOUNT})


def preferences_of(user: User) -> Iterator[bytes]:
    return as_object({name: getattr(user, name) for name in preferences.NAMES})


def _of_account() -> Iterator[Part]:
    yield Part(file="account.json", about=_("your account"), content=account)
    yield Part(file="preferences.json", about=_("your preferences"), content=preferences_of)
    yield table(
        "former-names.json",
        _("display names that you had"),
        of="accounts.FormerName.user",
        columns="name since until ended",
    )
    yield table(
        "addresses.json",
        _("your email addresses"),
        of="account.EmailAddress.user",
        columns="email verified primary",
    )
    yield table(
        "confirmed-addresses.json",
        _("email addresses that you have confirmed, and since when"),
        of="accounts.ConfirmedAddress.user",
        columns="email confirmed_at removed_at",
    )
    yield table(
        "security-mails.json",
        _("emails about changes to your account"),
        of="accounts.SecurityMail.user",
        columns="address kind detail user_agent changed_at can_secure used_at ended_at",
    )


def _of_logins() -> Iterator[Part]:
    yield table(
        "former-passwords.json",
        _("when you replaced a password in the last 30 days"),
        of="accounts.FormerPassword.user",
        columns="replaced_at",
    )
    yield table(
        "sessions.json",
        _("where you are logged in"),
        of="usersessions.UserSession.user",
        columns="created_at last_seen_at ip user_agent",
    )
    yield table(
        "second-factors.json",
        _("your second factors, without their secrets"),
        of="mfa.Authenticator.user",
        columns="type created_at last_used_at",
    )


def _of_programs() -> Iterator[Part]:
    yield table(
        "tokens.json",
        _("your API tokens and those of apps, without their secrets"),
        of="accounts.AccessToken.user",
        columns="description scopes created_at expires_at last_used_at revoked_at app=connection__app__name",
    )
    yield table(
        "connected-apps.json",
        _("what you have allowed apps"),
        of="accounts.Connection.user",
        columns="app=app__name client_id=app__client_id scopes created_at begun_at expires_at last_used_at revoked_at",
    )
    yield table(
        "own-apps.json",
        _("apps that you have registered"),
        of="accounts.App.owner",
        columns="client_id name homepage redirect_uris created_at changed_at switched_off_at held_at",
    )


def _of_actions() -> Iterator[Part]:
    yield table(
        "copies.json",
        _("copies like this one"),
        of="accounts.DataExport.user",
        columns="requested_at state ready_at told_at expires_at size",
    )
    yield table(
        "actions-as-staff.json",
        _("what you have done in the administration"),
        of="admin.LogEntry.user",
        columns="action_time table=content_type__model object_id object_repr action_flag change_message",
    )


add(*_of_account(), *_of_logins(), *_of_programs(), *_of_actions())
erasure.add(erase=names.hold_of_deleted)
