"""Channels by which programs of users hear of events, beside bell, mail and push. Apps register theirs in `notices`."""

from abc import ABC, abstractmethod
from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from accounts.models import User
from games.core.models.events import UserEvent


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    """A channel on the page of notification settings.

    `event_types` are those that the user gets by it now; kinds about them have `label` as a link to `url` beside them.
    `template` is shown below the table, with the context as `channel`.
    """

    event_types: Set[str]
    label: Promise
    url: str
    template: str
    context: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ChannelReceipts:
    """What was sent of a test, shown by `template` as `rows`."""

    template: str
    rows: list[Any]


@dataclass(frozen=True, slots=True)
class ChannelWarning:
    """What pages of the account say while something of a channel is switched off."""

    template: str
    context: dict[str, Any]


class EventChannel(ABC):
    """A channel that an app offers."""

    @abstractmethod
    def settings_of(self, user: User) -> ChannelSettings:
        """What the page of settings shows."""

    @abstractmethod
    def warning_for(self, user: User, *, path: str) -> ChannelWarning:
        """What the page of this path says to the user; the template may say nothing."""

    @abstractmethod
    def send_test(self, user: User, event_type: str) -> None:
        """Send a test wherever events of this type, one of which is recorded, are not sent."""

    @abstractmethod
    def receipts_of(self, user: User, test: UserEvent) -> ChannelReceipts:
        """What has become of the test, whose event has this place in the user's stream."""


_registered: list[EventChannel] = []


def register(channel: type[EventChannel]) -> type[EventChannel]:
    """Offer a channel."""
    _registered.append(channel())
    return channel


def event_channels() -> list[EventChannel]:
    """All channels, in the order of the apps."""
    return list(_registered)
