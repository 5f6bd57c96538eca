"""Which notifications a player wants by which channel: a table of kinds by channels, with defaults. Some of its cells
are fields of the account."""

from collections.abc import Collection, Iterable, Mapping, Set
from typing import Final

from django.db import transaction
from django.utils.functional import Promise

from accounts import preferences
from accounts.models import User
from games.core import channels, notifications
from games.core.notifications import NotificationKind
from games.notifications.models import Delivery, NotificationSettings
from games.play import clocks, deadline_steps
from kit import database_time

Channel = Delivery.Channel

OWN: Final = (Channel.BELL, Channel.EMAIL, Channel.PUSH)

# By the names of kinds and of channels. Where the user has no place of a channel of programs, its cell is None.
Table = Mapping[str, Mapping[str, bool | None]]


def channel_labels() -> dict[str, Promise | str]:
    """The channels of notifications, by name."""
    others = {channel.name: channel.label for channel in channels.delivery_channels()}
    return {channel.value: channel.label for channel in OWN} | others


def all_labels() -> dict[str, Promise | str]:
    """The columns of the table: the channels of notifications and those of programs."""
    return channel_labels() | {channel.name: channel.label for channel in channels.event_channels()}


def is_wanted(user: User, row: NotificationSettings | None, kind: NotificationKind, channel: str) -> bool:
    """Whether the user wants notifications of this kind by this channel; `row` has their choices, if they made any."""
    if kind.label is None:
        return channel == Channel.BELL or not kind.is_on_site_only
    if field := _field(kind, channel):
        return bool(getattr(user, field))
    chosen = row.choices.get(kind.name, {}).get(str(channel)) if row is not None else None
    return bool(chosen) if chosen is not None else not user.is_bot


def _field(kind: NotificationKind, channel: str) -> str:
    """The field of the account that has this choice; empty for most."""
    return kind.email_preference if channel == Channel.EMAIL else ""


def table_of(user: User, row: NotificationSettings | None) -> Table:
    """Every cell of the table. A kind comes by a channel of programs if all its types of events do."""
    programs = {channel.name: channel.event_types_of(user) for channel in channels.event_channels()}
    return {
        kind.name: {name: is_wanted(user, row, kind, name) for name in channel_labels()}
        | {name: None if types is None else _has_all(types, kind.name) for name, types in programs.items()}
        for kind in notifications.choosable_kinds()
    }


def settings_of(user: User) -> NotificationSettings:
    """The user's choices as they are stored; the defaults, unsaved, where none are."""
    return NotificationSettings.objects.filter(user=user).first() or NotificationSettings(user=user)


def settings_by_user(user_ids: Iterable[int]) -> dict[int, NotificationSettings]:
    """The stored choices of these users."""
    return NotificationSettings.objects.in_bulk(set(user_ids))


def change(
    user: User,
    *,
    table: Mapping[str, Mapping[str, bool]] | None = None,
    deadline_hours: Collection[int] | None = None,
    **values: object,
) -> NotificationSettings:
    """Store the cells and the values that are given; the others stay as they are.

    `table` is by the names of kinds and channels; `deadline_hours` are the steps of deadline notifications, none for
    the usual ones; values are columns of NotificationSettings, checked by the caller.
    """
    if deadline_hours is not None:
        _change_steps(user, deadline_hours)
    with transaction.atomic():
        row = locked(user)
        for name, value in values.items():
            setattr(row, name, value)
        _write(user, row, table or {})
        _write_programs(user, table or {})
        row.save()
        if values:
            # Deliveries that wait for an hour of the former settings are checked again.
            waiting = Delivery.objects.filter(user=user, status=Delivery.Status.WAITING, attempts=0)
            waiting.update(next_attempt_at=database_time.now())
    return row


def _change_steps(user: User, hours: Collection[int]) -> None:
    if set(hours) == set(deadline_steps.steps_of(user)):
        return
    deadline_steps.choose(user, hours)
    clocks.look_again(user.pk)


def concerns_other_channels(user: User, table: Mapping[str, Mapping[str, bool | None]]) -> bool:
    """Whether cells of webhooks or chat apps are different in this table from what they are."""
    others = {channel.name for channel in channels.event_channels()}
    others |= {channel.name for channel in channels.delivery_channels()}
    now = table_of(user, settings_of(user))
    return any(
        cells[channel] not in (None, now[name][channel])
        for name, cells in table.items()
        for channel in cells.keys() & others
    )


def locked(user: User) -> NotificationSettings:
    """The user's row, made if there was none, and held until the transaction ends."""
    ensure(user)
    return NotificationSettings.objects.select_for_update().get(user=user)


def nonce_of(user: User) -> str:
    """What signs the addresses in the user's mails; another one makes the old addresses invalid."""
    with transaction.atomic():
        return locked(user).nonce


def ensure(user: User) -> None:
    """Make the user's row if there is none."""
    NotificationSettings.objects.bulk_create([NotificationSettings(user=user)], ignore_conflicts=True)


def _write(user: User, row: NotificationSettings, table: Mapping[str, Mapping[str, bool]]) -> None:
    fields: dict[str, bool] = {}
    for name, cells in table.items():
        for channel in cells.keys() & channel_labels().keys():
            is_on = cells[channel]
            if field := _field(notifications.kind_named(name), channel):
                fields[field] = is_on
            else:
                row.choices.setdefault(name, {})[channel] = is_on
    preferences.change(user, fields)


def _write_programs(user: User, table: Mapping[str, Mapping[str, bool]]) -> None:
    """Cells that are as they were change nothing: places of which only some get a kind stay so."""
    for channel in channels.event_channels():
        wanted = {name: cells[channel.name] for name, cells in table.items() if cells.get(channel.name) is not None}
        before = channel.event_types_of(user) if wanted else None
        if before is not None:
            changed = {name: is_on for name, is_on in wanted.items() if is_on != _has_all(before, name)}
            channel.change(
                user, {each: is_on for name, is_on in changed.items() for each in notifications.kind_named(name).events}
            )


def _has_all(event_types: Set[str], name: str) -> bool:
    return set(notifications.kind_named(name).events) <= event_types
