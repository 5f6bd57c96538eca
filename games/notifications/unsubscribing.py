"""Addresses that end mails of one kind, for who has the mail: signed, without login, and revocable (RFC 8058)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.db import transaction

from accounts.models import User
from games.core.notifications import NotificationKind, kind_named
from games.notifications import choices
from kit.errors import NotFound, raises
from kit.sealing import new_nonce

_SALT = "games.notifications.unsubscribing"


@dataclass(frozen=True, slots=True)
class Unsubscription:
    """Whose mails the address ends, and of which kinds."""

    user: User
    kinds: tuple[NotificationKind, ...]


def token_for(user: User, kinds: Iterable[NotificationKind]) -> str:
    """The signed text in the address; valid until the user revokes all such addresses."""
    return signing.dumps([user.pk, [kind.name for kind in kinds], choices.nonce_of(user)], salt=_SALT, compress=True)


@raises(NotFound)
def named_in(token: str) -> Unsubscription:
    """What the address asks for, if it is one of ours and still valid."""
    try:
        user_id, names, nonce = signing.loads(token, salt=_SALT)
        kinds = tuple(kind_named(name) for name in names)
    except (signing.BadSignature, KeyError, ValueError) as error:
        raise NotFound from error
    user = User.objects.filter(pk=user_id).first()
    if user is None or choices.settings_of(user).nonce != nonce:
        raise NotFound
    return Unsubscription(user, kinds)


@raises(named_in)
def switch(token: str, *, on: bool) -> Unsubscription:
    """End these mails, or send them again; whatever else the user wants stays."""
    found = named_in(token)
    choices.change(found.user, table={kind.name: {choices.Channel.EMAIL: on} for kind in found.kinds})
    return found


def revoke(user: User, **_signal: Any) -> None:
    """Make every such address in the user's mails invalid, and those that other apps sign with the same nonce."""
    with transaction.atomic():
        row = choices.locked(user)
        row.nonce = new_nonce()
        row.save(update_fields=["nonce"])
