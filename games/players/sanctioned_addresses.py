"""Sanctions follow a player who deletes the account and makes a new one with the same address.

Of the addresses only keyed digests are kept, and only while a sanction runs: without the key of the server nobody can
check an address against them.
"""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

from accounts.addresses import confirmed_addresses
from accounts.models import User
from games.players.models import Sanction, SanctionedAddress
from kit import database_time

_SALT = "games.players.sanctioned_addresses"


def keep(sanction: Sanction) -> None:
    """Keep the digests of the player's confirmed addresses with a sanction that runs for a time."""
    if sanction.until is not None:
        _add(sanction, map(_digest, confirmed_addresses(sanction.user)))


def follow(user: User, email: str, **_signal: object) -> None:
    """The user has confirmed an address: let the sanctions that run on it hold for this account too."""
    now, address = database_time.now(), email.lower()
    digests = [_digest(address, key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    with transaction.atomic():
        own = list(_running(now).filter(user=user))
        for sanction in own:
            _add(sanction, [_digest(address)])
        known = {_origin(sanction) for sanction in own}
        for sanction in (
            _running(now).filter(addresses__digest__in=digests).exclude(user=user).order_by("pk").distinct()
        ):
            if _origin(sanction) not in known:
                known.add(_origin(sanction))
                _add(_copied(sanction, user), [_digest(address)])


def forget_ended() -> None:
    """Delete the digests of sanctions that have ended."""
    ended = Q(sanction__until__lte=database_time.now()) | Q(sanction__lifted_at__isnull=False)
    SanctionedAddress.objects.filter(ended).delete()


def _running(now: datetime) -> QuerySet[Sanction]:
    return Sanction.objects.filter(until__gt=now, lifted_at=None)


def _copied(sanction: Sanction, user: User) -> Sanction:
    """The same imposed on another account, for the same case, so that an appeal lifts both."""
    columns = ("case_number", "game_id", "person_case", "kind", "reason", "imposed_by_id", "imposed_at", "until")
    copy = Sanction.objects.create(user=user, **{column: getattr(sanction, column) for column in columns})
    keep(copy)
    return copy


def _origin(sanction: Sanction) -> tuple[object, ...]:
    return (sanction.case_number, sanction.person_case, sanction.kind)


def _add(sanction: Sanction, digests: Iterable[str]) -> None:
    rows = [SanctionedAddress(sanction=sanction, digest=digest) for digest in digests]
    SanctionedAddress.objects.bulk_create(rows, ignore_conflicts=True)


def _digest(address: str, key: str | None = None) -> str:
    return salted_hmac(_SALT, address, secret=key, algorithm="sha256").hexdigest()
