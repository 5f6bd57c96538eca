"""What each player wants to be told, and where: a table of notices by channels, with defaults that nobody must change.

Two of its cells are columns of the account, which had them before there was a table.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts import preferences
from accounts.models import User
from games.notifications.models import Delivery, NoticeSettings
from games.notifications.policy import NOTICE_OF, ON_THE_SITE, Notice
from games.webhooks.models import Webhook

Channel = Delivery.Channel

# Without a choice: a fault and what was asked for are told by every channel, and what is for the site there.
_IN_ANY_CASE: Final = (Notice.WEBHOOK_DISABLED, Notice.TEST, *ON_THE_SITE)
# In the order of the page.
NOTICES: Final = tuple(notice for notice in Notice if notice not in _IN_ANY_CASE)
CHANNELS: Final = (Channel.BELL, Channel.EMAIL, Channel.PUSH)
_COLUMNS: Final = {
    (Notice.YOUR_MOVE, Channel.EMAIL): "email_on_your_move",
    (Notice.GAME_OVER, Channel.EMAIL): "email_on_game_over",
}

Table = Mapping[Notice, Mapping[Channel, bool]]


def is_wanted(user: User, row: NoticeSettings | None, notice: Notice, channel: Channel) -> bool:
    """Whether the user wants this notice by this channel; `row` is his wishes, if he has any."""
    if notice in _IN_ANY_CASE:
        return channel is Channel.BELL or notice not in ON_THE_SITE
    if column := _COLUMNS.get((notice, channel)):
        return bool(getattr(user, column))
    chosen = row.choices.get(notice.value, {}).get(channel.value) if row is not None else None
    return bool(chosen) if chosen is not None else not user.is_bot


def table_of(user: User, row: NoticeSettings | None) -> Table:
    """Every cell of the table."""
    return {notice: {channel: is_wanted(user, row, notice, channel) for channel in CHANNELS} for notice in NOTICES}


def by_webhook(webhooks: Iterable[Webhook]) -> set[Notice]:
    """What at least one of them is told, all of it or by the types of events that it was set up for."""
    heard = [webhook for webhook in webhooks if webhook.is_on]
    return {notice for event_type, notice in NOTICE_OF.items() if any(webhook.hears(event_type) for webhook in heard)}


def settings_of(user: User) -> NoticeSettings:
    """The user's wishes as they are stored; the defaults, unsaved, where none are."""
    return NoticeSettings.objects.filter(user=user).first() or NoticeSettings(user=user)


def settings_by_user(user_ids: Iterable[int]) -> dict[int, NoticeSettings]:
    """The stored wishes of these users."""
    return NoticeSettings.objects.in_bulk(set(user_ids))


def change(user: User, *, table: Mapping[str, Mapping[str, bool]] | None = None, **values: object) -> NoticeSettings:
    """Store the cells and the values that are given; the others stay as they are.

    `table` is by notice and channel; values are columns of NoticeSettings, checked by the caller.
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
            waiting.update(next_attempt_at=timezone.now())
    return row


def locked(user: User) -> NoticeSettings:
    """The user's row, made if there was none, and held until the transaction ends."""
    ensure(user)
    return NoticeSettings.objects.select_for_update().get(user=user)


def ensure(user: User) -> None:
    """Make the user's row if there is none."""
    NoticeSettings.objects.bulk_create([NoticeSettings(user=user)], ignore_conflicts=True)


def _write(user: User, row: NoticeSettings, table: Mapping[str, Mapping[str, bool]]) -> None:
    columns: dict[str, bool] = {}
    for notice, cells in table.items():
        for channel, is_on in cells.items():
            column = _COLUMNS.get((Notice(notice), Channel(channel)))
            if column:
                columns[column] = is_on
            else:
                row.choices.setdefault(notice, {})[channel] = is_on
    preferences.change(user, columns)
