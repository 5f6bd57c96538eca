"""Passwords that an account had in the last 30 days: nobody chooses one of them anew.

Whoever takes an account back may not know which of their passwords was stolen. The hash of the last one is in the row
of the account, also if it was taken away; those before it are kept here.
"""

from datetime import datetime

from django.db.models import QuerySet

from accounts.models import FormerPassword, User
from accounts.security.addresses import TRUSTED_AFTER
from kit import database_time

# Of one account, since each takes a tenth of a second to check. In between stay none: a thief who changes the password
# many times removes their own.
FIRST, LATEST = 5, 5
DELETED_AT_ONCE = 500


def keep(user: User, password: str) -> None:
    """Keep the hash of a password that was replaced. The row of the account is locked."""
    kept = list(_of(user).values_list("pk", flat=True))
    FormerPassword.objects.filter(pk__in=kept[FIRST : 1 - LATEST]).delete()
    FormerPassword.objects.create(user=user, password=password)


def hashes_of(user: User) -> list[str]:
    """Those of passwords that the account must not get: eleven at most."""
    kept = [user.former_password, *_of(user).values_list("password", flat=True)] if user.pk else []
    return list(filter(None, kept))


def delete_old() -> int:
    """Delete some of those that count no more; returns how many."""
    return FormerPassword.objects.filter(pk__in=_old().values("pk")[:DELETED_AT_ONCE]).delete()[0]


def _old() -> QuerySet[FormerPassword]:
    return FormerPassword.objects.filter(replaced_at__lte=_expired()).order_by("replaced_at")


def _of(user: User) -> QuerySet[FormerPassword]:
    return FormerPassword.objects.filter(user=user, replaced_at__gt=_expired()).order_by("pk")


def _expired() -> datetime:
    return database_time.now() - TRUSTED_AFTER
