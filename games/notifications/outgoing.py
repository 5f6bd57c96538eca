"""Push messages as a channel of what the server sends."""

from collections.abc import Collection

from games.core.outgoing.worker import Channel, Sending, register
from games.notifications.push import delivery
from kit.outgoing.places import Limits


@register
class PushChannel(Channel):
    """One delivery of an owner at a time, to all their browsers. Many owners share the few push services."""

    name = "push"
    limits = Limits(most=60, to_an_owner=10, to_a_host=40, doubtful=20)

    def take(self) -> Collection[Sending]:
        return delivery.take(self.places)
