"""Addresses that nobody confirms go after a while, and so do accounts that were made and never used.

Such an account has never confirmed an address, nobody has logged in for `UNUSED_ACCOUNT_DAYS` or is still logged in,
and no table refers to it: it has no game, message, token, app or report. Accounts that staff have made, and bots, stay.
"""

from collections.abc import Iterator
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import UnconfirmedAddress, User
from accounts.privacy import erasure
from kit import database_time

ADDRESSES_AT_ONCE = 500
# Each is erased again and again for a day: see accounts/privacy/erasure.py.
ACCOUNTS_AN_HOUR = 40


def delete_addresses() -> int:
    """Delete some of the addresses that have waited too long; returns how many were looked at."""
    before = database_time.now() - timedelta(days=settings.UNCONFIRMED_ADDRESS_DAYS)
    waiting = UnconfirmedAddress.objects.filter(added_at__lt=before).order_by("added_at")
    with transaction.atomic():
        ids = list(waiting.values_list("pk", flat=True)[:ADDRESSES_AT_ONCE])
        # One that is being confirmed is locked, and not unconfirmed afterwards.
        rows = EmailAddress.objects.select_for_update().filter(pk__in=ids, verified=False)
        EmailAddress.objects.filter(pk__in=[row.pk for row in rows]).delete()
        UnconfirmedAddress.objects.filter(pk__in=ids).delete()
    return len(ids)


def delete_accounts() -> None:
    """Delete some of the accounts that were never used; others are not looked at again."""
    for pk in list(_unused_accounts().values_list("pk", flat=True)[:ACCOUNTS_AN_HOUR]):
        if _close_unused(pk):
            erasure.finish(pk)


def _unused_accounts() -> QuerySet[User]:
    before = database_time.now() - timedelta(days=settings.UNUSED_ACCOUNT_DAYS)
    rows = User.objects.filter(never_confirmed=True, is_active=True)
    rows = rows.alias(used_at=Coalesce("last_login", "date_joined")).filter(used_at__lt=before).order_by("used_at")
    return rows.exclude(Exists(UserSession.objects.filter(user=OuterRef("pk"))))


def _close_unused(pk: int) -> bool:
    """Close the account, if nobody has logged in meanwhile and nothing refers to it."""
    with transaction.atomic():
        account = _unused_accounts().select_for_update(no_key=True, skip_locked=True).filter(pk=pk).first()
        if account is None:
            return False
        if account.is_staff or account.is_superuser or account.is_bot or any(_references(account)):
            User.objects.filter(pk=pk).update(never_confirmed=False)
            return False
        erasure.close(account, ending=False)
    return True


def _references(account: User) -> Iterator[bool]:
    """Whether there are rows, by column that refers to accounts, without those that come with every account."""
    ignored = erasure.columns_of_every_account()
    for relation in User._meta.get_fields(include_hidden=True):  # noqa: SLF001
        if not (relation.one_to_many or relation.one_to_one) or relation.concrete:
            continue
        column = relation.field  # type: ignore[union-attr]
        if f"{column.model._meta.label}.{column.name}" not in ignored:  # noqa: SLF001
            yield column.model._default_manager.filter(**{column.name: account}).exists()  # noqa: SLF001
