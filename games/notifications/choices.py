"""Which notifications a player wants by which channel: a table of kinds by channels, with defaults. Some of its cells
are fields of the account."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.db import transaction

from accounts import database_time, preferences
from accounts.models import User
from games.core import notices
from games.core.notices import NoticeKind
from games.notifications.models import Delivery, NoticeSettings

Channel = Delivery.Channel

CHANNELS: Final = (Channel.BELL, Channel.EMAIL, Channel.PUSH)

# By the names of kinds.
Table = Mapping[str, Mapping[Channel, bool]]


def is_wanted(user: User, row: NoticeSettings | None, kind: NoticeKind, channel: Channel) -> bool:
    """Whether the user wants notifications of this kind by this channel; `row` has their choices, if they made any."""
    if kind.label is None:
        return channel is Channel.BELL or not kind.is_on_site_only
    if field := _field(kind, channel):
        return bool(getattr(user, field))
    chosen = row.choices.get(kind.name, {}).get(channel.value) if row is not None else None
    return bool(chosen) if chosen is not None else not user.is_bot


def _field(kind: NoticeKind, channel: Channel) -> str:
    """The field of the account that has this choice; empty for most."""
    return kind.email_preference if channel is Channel.EMAIL else ""


def table_of(user: User, row: NoticeSettings | None) -> Table:
    """Every cell of the table."""
    return {
        kind.name: {channel: is_wanted(user, row, kind, channel) for channel in CHANNELS}
        for kind in notices.choosable_kinds()
    }


def settings_of(user: User) -> NoticeSettings:
    """The user's choices as they are stored; the defaults, unsaved, where none are."""
    return NoticeSettings.objects.filter(user=user).first() or NoticeSettings(user=user)


def settings_by_user(user_ids: Iterable[int]) -> dict[int, NoticeSettings]:
    """The stored choices of these users."""
    return NoticeSettings.objects.in_bulk(set(user_ids))


def change(user: User, *, table: Mapping[str, Mapping[str, bool]] | None = None, **values: object) -> NoticeSettings:
    """Store the cells and the values that are given; the others stay as they are.

    `table` is by the names of kinds and channels; values are columns of NoticeSettings, checked by the caller.
    """
    with transaction.atomic():
        row = locked(user)
        for name, value in values.items():
            setattr(row, name, value)
        _write(user, row, table or {})
        row.save()
        if values:
            # What waits for an hour that is no more is looked at again.
            waiting = Delivery.objects.filter(user=user, status=Delivery.Status.WAITING, attempts=0)
            waiting.update(next_attempt_at=database_time.now())
    return row


def locked(user: User) -> NoticeSettings:
    """The user's row, made if there was none, and held until the transaction ends."""
    ensure(user)
    return NoticeSettings.objects.select_for_update().get(user=user)


def ensure(user: User) -> None:
    """Make the user's row if there is none."""
    NoticeSettings.objects.bulk_create([NoticeSettings(user=user)], ignore_conflicts=True)


def _write(user: User, row: NoticeSettings, table: Mapping[str, Mapping[str, bool]]) -> None:
    fields: dict[str, bool] = {}
    for name, cells in table.items():
        for channel, is_on in cells.items():
            if field := _field(notices.named(name), Channel(channel)):
                fields[field] = is_on
            else:
                row.choices.setdefault(name, {})[channel] = is_on
    preferences.change(user, fields)
