"""Channels beside bell, mail and push. Apps register theirs in `notifications`.

By an EventChannel programs of users hear of events. By a DeliveryChannel people are sent notifications; the app takes
and sends the deliveries that `notifications` writes down for it.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.functional import Promise

from accounts.models import User
from games.core.models.events import UserEvent


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    """A channel on the page of notification settings: `template` is shown below the table, with the context as
    `channel`."""

    template: str
    context: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ChannelReceipts:
    """The deliveries of a test, shown by `template` as `rows`."""

    template: str
    rows: list[Any]


@dataclass(frozen=True, slots=True)
class ChannelWarning:
    """What pages of the account say while something of a channel is switched off."""

    template: str
    context: dict[str, Any]


class EventChannel(ABC):
    """A channel that an app offers."""

    # Its column in the table of notifications, for those who have the channel.
    name: ClassVar[str]
    label: ClassVar[Promise]

    @abstractmethod
    def event_types_of(self, user: User) -> Set[str] | None:
        """The types of events that come by it to every place that the user has; None if they have none."""

    @abstractmethod
    def change(self, user: User, event_types: Mapping[str, bool]) -> None:
        """Send these types of events to every place that the user has, or to none."""

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


class DeliveryChannel(ABC):
    """A channel of notifications that an app offers."""

    # In the column of deliveries: at most eight characters.
    name: ClassVar[str]
    label: ClassVar[Promise]
    # Below the table of notifications, with the context as `channel`.
    template: ClassVar[str]

    @abstractmethod
    def reached(self, user_ids: Collection[int]) -> Set[int]:
        """Those of the users who can be sent something by it."""

    @abstractmethod
    def context_for(self, user: User) -> dict[str, Any]:
        """The context of its template."""


_deliverers: dict[str, DeliveryChannel] = {}


def register_delivery(channel: type[DeliveryChannel]) -> type[DeliveryChannel]:
    """Offer a channel of notifications."""
    _deliverers[channel.name] = channel()
    return channel


def delivery_channels() -> list[DeliveryChannel]:
    """All channels of notifications that apps offer, in the order of the apps."""
    return list(_deliverers.values())
