"""Webhooks as a channel of what the server sends."""

from collections.abc import Collection
from functools import partial

from asgiref.sync import sync_to_async

from games.core.outgoing.worker import Channel, Sending, register
from games.webhooks import delivery
from games.webhooks.payloads import WebhookRequest
from kit.outgoing.places import Limits
from kit.outgoing.sending import send


@register
class WebhookChannel(Channel):
    name = "webhook"
    limits = Limits(most=20, to_an_owner=2, to_a_host=2, doubtful=10)

    def take(self) -> Collection[Sending]:
        while delivery.write_down():
            pass
        return [Sending(request.claim, partial(_send, request)) for request in delivery.take(self.places)]


async def _send(request: WebhookRequest) -> None:
    outcome = await send(request)
    await sync_to_async(delivery.note)(request, outcome)
