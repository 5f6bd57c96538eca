"""Chat apps as a channel of what the server sends."""

from collections.abc import Collection

from games.chat_apps import delivery
from games.core.outgoing.worker import Channel, Sending, register


@register
class ChatAppChannel(Channel):
    name = delivery.CHANNEL
    limits = delivery.LIMITS

    def take(self) -> Collection[Sending]:
        return [*delivery.take_tests(self.places), *delivery.take(self.places)]
