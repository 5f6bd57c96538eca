"""Sends push messages, several at the same time; each result is stored as soon as it is known.

A delivery goes to all browsers of its player. Those that have taken it stand in its row, so that another attempt goes
to the others only. Dead addresses are switched off on the way.
"""

import asyncio
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from asgiref.sync import sync_to_async

from games.core.outgoing.destinations import claims_of, note_rest
from games.core.outgoing.worker import Sending
from games.notifications import choices, queue
from games.notifications.models import Delivery, PushSubscription
from games.notifications.push import subscriptions
from games.notifications.push.messages import PushRequest, request_for
from kit.outgoing.places import Claim, Places
from kit.outgoing.sending import SendResult, send

# The statuses for a subscription that has ended (RFC 8030).
_GONE: Final = (404, 410)


class PushFailed(Exception):  # noqa: N818  (an outcome, not a fault)
    """Some of the browsers could not be sent to; the text says which push services, and what they said."""


def take(places: Places) -> list[Sending]:
    """What is sent next."""
    found = queue.take(Delivery.Channel.PUSH, places, _claims)
    return [Sending(claim, partial(deliver, delivery)) for claim, delivery in found]


def _claims(owners: Collection[int], now: datetime) -> dict[int, Claim]:
    return claims_of(PushSubscription.objects.all(), owners, now=now)


async def deliver(delivery: Delivery) -> None:
    requests = await sync_to_async(_requests)(delivery)
    outcomes = await asyncio.gather(*(send(request) for request in requests))
    if requests:
        await sync_to_async(_note)(delivery, list(zip(requests, outcomes, strict=True)))


def _requests(delivery: Delivery) -> list[PushRequest]:
    """One request for each browser that the delivery has not reached; if none is due any more, store that."""
    user = delivery.user
    wanting = [row for row in subscriptions.active_of(user) if row.pk not in delivery.reached] if user.is_active else []
    row = choices.settings_of(user)
    if not queue.is_still_owed(delivery, row, is_reachable=bool(wanting)):
        return []
    return [request_for(delivery, subscription, with_texts=row.push_texts) for subscription in wanting]


def _note(delivery: Delivery, sent: Sequence[tuple[PushRequest, SendResult]]) -> None:
    reached = [request.subscription.pk for request, outcome in sent if not outcome.error]
    gone = [request.subscription for request, outcome in sent if outcome.status_code in _GONE]
    failed = [
        (request.subscription, outcome)
        for request, outcome in sent
        if outcome.error and outcome.status_code not in _GONE
    ]
    delivery.reached = [*delivery.reached, *reached]
    for request, outcome in sent:
        note_rest(PushSubscription.objects.filter(pk=request.subscription.pk), outcome.seconds)
    _note_on_subscriptions([request.subscription for request, outcome in sent if not outcome.error], gone, failed)
    if failed:
        queue.note_failure(delivery, PushFailed("; ".join(_words(*each) for each in failed)), is_final=False)
    elif delivery.reached:
        queue.note(delivery, Delivery.Status.SENT)
    else:
        queue.note(delivery, Delivery.Status.FAILED, error="; ".join(f"{row.host}: gone" for row in gone))


def _note_on_subscriptions(
    accepted: Sequence[PushSubscription],
    gone: Sequence[PushSubscription],
    failed: Sequence[tuple[PushSubscription, SendResult]],
) -> None:
    for subscription in accepted:
        subscriptions.note_accepted(subscription)
    for subscription in gone:
        subscriptions.note_gone(subscription)
    for subscription, _outcome in failed:
        subscriptions.note_failed(subscription)


def _words(subscription: PushSubscription, outcome: SendResult) -> str:
    said = f"{outcome.status_code} {outcome.excerpt}".strip() if outcome.status_code else outcome.error
    return f"{subscription.host}: {said}"
