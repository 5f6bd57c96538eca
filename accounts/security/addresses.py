"""To whom changes are told: every address that was confirmed, also those removed in the last 30 days."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import ConfirmedAddress, User

# For this time, a removed address is told of changes, and one that is newer cannot secure the account.
TRUSTED_AFTER = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Recipient:
    address: str
    can_secure: bool


def recipients(user: User, *, now: datetime) -> list[Recipient]:
    """The addresses that are told of a change, and whether the link in their mail works.

    It works for addresses confirmed 30 days ago or earlier; if there is none, for the one confirmed first. An intruder
    who has added an address cannot use it against the owner.
    """
    since = _confirmed_since(user, now=now)
    oldest = min(since.values(), default=now)
    return [
        Recipient(address, can_secure=moment <= max(oldest, now - TRUSTED_AFTER))
        for address, moment in sorted(since.items())
    ]


def confirmed(user: User, email: str, *, now: datetime) -> None:
    """Keep since when the address is confirmed; one that was removed lately is as old as before.

    An owner who puts back what an intruder has removed would be newer than the intruder's address otherwise.
    """
    row, is_new = ConfirmedAddress.objects.get_or_create(user=user, email=email.lower(), defaults={"confirmed_at": now})
    if not is_new and row.removed_at is not None:
        row.confirmed_at = now if row.removed_at <= now - TRUSTED_AFTER else row.confirmed_at
        row.removed_at = None
        row.save(update_fields=["confirmed_at", "removed_at"])


def removed(user: User, email: str, *, now: datetime) -> None:
    """Keep until when it belonged to the account. Called after it was removed."""
    row, is_new = ConfirmedAddress.objects.get_or_create(
        user=user, email=email.lower(), defaults={"confirmed_at": user.date_joined, "removed_at": now}
    )
    if not is_new:
        row.removed_at = now
        row.save(update_fields=["removed_at"])


def delete_old(*, now: datetime) -> None:
    """Delete what is kept of addresses that were removed long ago. That there was one is kept: the account is opened by
    no other one that was only entered.
    """
    old = ConfirmedAddress.objects.filter(removed_at__lt=now - TRUSTED_AFTER)
    with transaction.atomic():
        User.objects.filter(pk__in=old.values("user"), confirmed_long_ago=False).update(confirmed_long_ago=True)
        old.delete()


def _confirmed_since(user: User, *, now: datetime) -> dict[str, datetime]:
    kept = {row.email: row for row in ConfirmedAddress.objects.filter(user=user)}
    current = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    since = {
        email: kept[email].confirmed_at if email in kept else user.date_joined for email in map(str.lower, current)
    }
    former = {
        row.email: row.confirmed_at
        for row in kept.values()
        if row.removed_at is not None and row.removed_at > now - TRUSTED_AFTER
    }
    return former | since
