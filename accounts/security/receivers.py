"""What is reported of passwords, by allauth of addresses, and of what staff changes.

Mails about passwords and second factors come by `AccountAdapter.send_notification_mail`.
"""

from typing import Any

from allauth.account import signals
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import lasting_access, names, programs
from accounts.models import UnconfirmedAddress, User
from accounts.passwords import former as former_passwords
from accounts.security import addresses, mails
from accounts.signals import address_confirmed, password_replaced, staff_acted
from kit import database_time

Kind = mails.Kind
FACTORS = {Authenticator.Type.TOTP: Kind.TOTP_REMOVED, Authenticator.Type.WEBAUTHN: Kind.KEY_REMOVED}


@receiver(password_replaced)
def _replaced(user: User, former: str, **_signal: Any) -> None:
    """Whatever lets programs act for the owner ends too, unless they say that it stays."""
    if former and former != user.former_password:
        former_passwords.keep(user, former)
    if user.keeps_programs:
        lasting_access.end_with_password(user)
    else:
        programs.end_all(user)


@receiver(post_save, sender=EmailAddress)
def _stored(instance: EmailAddress, created: bool, raw: bool, **_signal: Any) -> None:
    if created and not raw and not instance.verified:
        UnconfirmedAddress.objects.create(address=instance)


@receiver(signals.email_added)
def _added(request: HttpRequest, user: User, email_address: EmailAddress, **_signal: Any) -> None:
    mails.record(user, Kind.ADDRESS_ADDED, detail=email_address.email, request=request)


@receiver(signals.email_confirmed)
def _confirmed(request: HttpRequest, email_address: EmailAddress, **_signal: Any) -> None:
    """The first address of an account has nobody to be told."""
    user, now = email_address.user, database_time.now()
    addresses.confirmed(user, email_address.email, now=now)
    if addresses.recipients(user, now=now) != [addresses.Recipient(email_address.email, can_secure=True)]:
        mails.record(user, Kind.ADDRESS_CONFIRMED, detail=email_address.email, request=request)
    address_confirmed.send(sender=User, user=user, email=email_address.email)


@receiver(signals.email_removed)
def _removed(request: HttpRequest, user: User, email_address: EmailAddress, **_signal: Any) -> None:
    if email_address.verified:
        addresses.removed(user, email_address.email, now=database_time.now())
    mails.record(user, Kind.ADDRESS_REMOVED, detail=email_address.email, request=request)


@receiver(signals.email_changed)
def _changed(request: HttpRequest, user: User, to_email_address: EmailAddress, **_signal: Any) -> None:
    mails.record(user, Kind.ADDRESS_PRIMARY, detail=to_email_address.email, request=request)


@receiver(staff_acted, sender=User)
def _account_by_staff(row: User, action: str, former: dict[str, Any], **_signal: Any) -> None:
    if action == "delete_user":
        mails.record(row, Kind.DELETED)
    if former.get("is_active", row.is_active) != row.is_active:
        mails.record(row, Kind.OPENED if row.is_active else Kind.CLOSED)
    elif row.closed_by_staff and not former.get("closed_by_staff", True):
        mails.record(row, Kind.CLOSED)
    if former.get("display_name", row.display_name) != row.display_name:
        mails.record(row, Kind.NAME_CHANGED, detail=names.change_in_words(row, former["display_name"]))


@receiver(staff_acted, sender=EmailAddress)
def _address_by_staff(row: EmailAddress, action: str, former: dict[str, Any], **_signal: Any) -> None:
    """What staff adds is no older than that: it hears of changes, and cannot secure the account."""
    is_deleted = action.startswith("delete")
    stored = (row.email, row.verified)
    before = stored if is_deleted else (former.get("email", ""), former.get("verified", row.verified))
    after = ("", False) if is_deleted else stored
    (was, was_confirmed), (email, is_confirmed), now = before, after, database_time.now()
    if was and (was != email or (was_confirmed and not is_confirmed)):
        if was_confirmed:
            addresses.removed(row.user, was, now=now)
        mails.record(row.user, Kind.ADDRESS_REMOVED, detail=was)
    if email and before != after:
        if is_confirmed:
            addresses.confirmed(row.user, email, now=now)
        mails.record(row.user, Kind.ADDRESS_CONFIRMED if is_confirmed else Kind.ADDRESS_ADDED, detail=email)


@receiver(staff_acted, sender=Authenticator)
def _factor_by_staff(row: Authenticator, **_signal: Any) -> None:
    """Staff can only take them away."""
    if kind := FACTORS.get(row.type):
        mails.record(row.user, kind)
