"""Take an account back: everything that lets in ends, and what was added in the last 30 days goes."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts import language, names, programs, sessions
from accounts.addresses import is_taken, release
from accounts.models import App, ConfirmedAddress, SecurityMail, User
from accounts.oauth import registration
from accounts.security import mails
from accounts.security.addresses import TRUSTED_AFTER, recipients
from accounts.signals import account_secured
from kit import database_time


class LinkUsed(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The link has secured the account already, or the account is closed or deleted meanwhile."""


def secure(mail: SecurityMail, *, request: HttpRequest | None = None) -> User:
    """End all sessions, tokens, connections of apps and webhooks, and cancel a deletion that waits; raises LinkUsed.

    The password works no more. Addresses and second factors of the last 30 days are removed, for the owner may have
    opened the mail about a later change than the first, and registered apps that were changed since wait for the owner.
    The address of the mail is the primary one again, and display name and language are those before the change.
    """
    with transaction.atomic():
        assert mail.user_id is not None  # noqa: S101  (such mails have no link)
        user = User.objects.select_for_update(no_key=True).get(pk=mail.user_id)
        held = SecurityMail.objects.select_for_update().filter(pk=mail.pk, can_secure=True, used_at=None).first()
        if held is None or not (user.is_active or user.deletion_due_at) or user.closed_by_staff:
            raise LinkUsed
        held.used_at = now = database_time.now()
        held.save(update_fields=["used_at"])
        sessions.end_all(user)
        programs.end_all(user)
        new_factors(user, now=now).delete()
        registration.hold(new_apps(user, now=now))
        _restore_addresses(user, held, now=now)
        names.give_back(user, held.changed_at)
        user.is_active, user.deletion_due_at = True, None
        user.language = language.of_security_mails(user)
        user.set_unusable_password()
        user.save(update_fields=["email", "language", "password", "is_active", "deletion_due_at"])
        account_secured.send(User, user=user)
        mails.record(user, SecurityMail.Kind.SECURED, request=request)
    return user


def new_addresses(user: User, address: str, *, now: datetime) -> QuerySet[EmailAddress]:
    """What the link of a mail to the address removes: all others that could not secure the account too."""
    kept = {each.address for each in recipients(user, now=now) if each.can_secure} | {address}
    found: QuerySet[EmailAddress] = EmailAddress.objects.filter(user=user).exclude(email__in=kept)
    return found


def new_factors(user: User, *, now: datetime) -> QuerySet[Authenticator]:
    """The second factors that it removes."""
    found: QuerySet[Authenticator] = Authenticator.objects.filter(user=user, created_at__gt=now - TRUSTED_AFTER)
    return found


def new_apps(user: User, *, now: datetime) -> QuerySet[App]:
    """The apps of the user's own that wait until the user saves them."""
    return registration.changed_since(user, now - TRUSTED_AFTER)


def _restore_addresses(user: User, mail: SecurityMail, *, now: datetime) -> None:
    later = new_addresses(user, mail.address, now=now)
    SecurityMail.objects.filter(user=user, address__in=later.values("email")).update(can_secure=False)
    ConfirmedAddress.objects.filter(user=user, email__in=later.values("email")).delete()
    later.delete()
    if is_taken(mail.address, besides=user):
        return
    release(mail.address, to=user)
    EmailAddress.objects.filter(user=user).update(primary=False)
    EmailAddress.objects.update_or_create(user=user, email=mail.address, defaults={"primary": True, "verified": True})
    ConfirmedAddress.objects.filter(user=user, email=mail.address).update(removed_at=None)
    user.email = mail.address
