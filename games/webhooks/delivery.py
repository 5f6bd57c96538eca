"""Delivers events to webhooks: create deliveries, lease them, store their results.

Every step is a transaction of its own and may be stopped at any point. One worker at a time sends to a webhook and
holds a lease in its row; if it dies, the lease runs out and another worker continues. So each event has one delivery
and reaches the receiver at least once, unless it fails for a day or too many others wait.
"""

import random
from collections.abc import Collection
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from games.core import event_log
from games.core.models.events import UserEvent, UserStream
from games.core.outgoing.destinations import doubt, is_on
from games.webhooks.events import webhook_disabled
from games.webhooks.models import Webhook, WebhookDelivery
from games.webhooks.payloads import WebhookRequest, request_for
from kit import database_time
from kit.locks import Lease
from kit.outgoing.places import MOST_WAITING, Claim, Places, rest_after
from kit.outgoing.sending import SendResult

log = structlog.get_logger(__name__)

Status, Error = WebhookDelivery.Status, WebhookDelivery.Error

BATCH, MOST_WEBHOOKS = 500, 100
# Longer than an attempt can take, so that a lease does not run out while its worker is alive.
LEASE = timedelta(seconds=60)
# The waits after each failure; the last attempt is made a day after the first.
WAITS = (
    timedelta(seconds=10),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=7),
    timedelta(hours=9, minutes=30),
)
MOST_ATTEMPTS = len(WAITS) + 1
PATIENCE = timedelta(hours=24)
GONE = 410


# --- Creating deliveries ----------------------------------------------------------------------------------------------


def write_down() -> int:
    """Create deliveries for new events of the streams; returns how many webhooks had any."""
    latest = UserStream.objects.filter(pk=OuterRef("owner"))
    behind = Webhook.objects.filter(Exists(latest.filter(last_seq__gt=OuterRef("last_seq"))))
    with transaction.atomic():
        rows = behind.filter(is_on(), owner__is_active=True).annotate(stream_seq=Subquery(latest.values("last_seq")))
        webhooks = list(rows.select_for_update(skip_locked=True, of=("self",))[:MOST_WEBHOOKS])
        for webhook in webhooks:
            _write_down_for(webhook, webhook.stream_seq)
    return len(webhooks)


def _write_down_for(webhook: Webhook, stream_seq: int) -> None:
    news = UserEvent.objects.filter(user=webhook.owner_id, seq__gt=webhook.last_seq, seq__lte=stream_seq)
    rows = list(news.order_by("seq").values_list("pk", "seq", "event__type")[:BATCH])
    WebhookDelivery.objects.bulk_create(
        (
            WebhookDelivery(webhook=webhook, user_event_id=pk)
            for pk, _seq, event_type in rows
            if webhook.hears(event_type)
        ),
        ignore_conflicts=True,
    )
    _give_up_surplus(webhook)
    # Numbers whose events have been deleted are skipped.
    reached = rows[-1][1] if len(rows) == BATCH else stream_seq
    Webhook.objects.filter(pk=webhook.pk).update(last_seq=reached)


def _give_up_surplus(webhook: Webhook) -> None:
    """Close the oldest deliveries where too many wait; their events are in the log. Steps are longer than BATCH."""
    waiting = webhook.deliveries.filter(status=Status.WAITING).order_by("-id")
    surplus = list(waiting.values_list("pk", flat=True)[MOST_WAITING : MOST_WAITING + 2 * BATCH])
    if surplus:
        WebhookDelivery.objects.filter(pk__in=surplus, status=Status.WAITING).update(
            status=Status.FAILED, error=Error.BACKLOG
        )


# --- Leasing ----------------------------------------------------------------------------------------------------------


def take(places: Places) -> list[WebhookRequest]:
    """The requests to send next; their webhooks are leased to the caller, and each holds its place."""
    lease = Lease(LEASE)
    with transaction.atomic():
        now = database_time.now()
        chosen = {claim.key: claim for claim in places.choose(_claims(places, now=now))}
        deliveries = _first_owed(_held(chosen, now=now), now=now)
        leased_until = now + LEASE
        Webhook.objects.filter(pk__in=[row.webhook_id for row in deliveries]).update(leased_until=leased_until)
        for row in deliveries:
            row.begin_attempt(now)
        WebhookDelivery.objects.bulk_update(deliveries, ["attempts", "attempted_at", "history"])
    for webhook_id in chosen.keys() - {row.webhook_id for row in deliveries}:
        places.release(chosen[webhook_id])
    return [
        request_for(row, chosen[row.webhook_id], lease=lease, leased_until=leased_until, now=now) for row in deliveries
    ]


def _claims(places: Places, *, now: datetime) -> list[Claim]:
    """Of webhooks with a delivery that is due, the reliable ones first, and of each owner the first one first."""
    owed = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), status=Status.WAITING).order_by("next_attempt_at")
    rows = _free(now).exclude(host__in=places.full_hosts).exclude(owner__in=places.full_owners)
    rows = rows.annotate(due_at=Subquery(owed.values("next_attempt_at")[:1])).filter(due_at__lte=now)
    rows = rows.annotate(doubt=doubt(now))
    nth = Window(RowNumber(), partition_by="owner", order_by=["doubt", "due_at"])
    rows = rows.annotate(nth=nth).order_by("doubt", "nth", "due_at")[:MOST_WEBHOOKS]
    return [Claim(row.owner_id, (row.host,), is_doubtful=bool(row.doubt), key=row.pk) for row in rows]


def _free(now: datetime) -> QuerySet[Webhook]:
    """Webhooks that something may be sent to, and nobody is sending to."""
    rows = Webhook.objects.filter(is_on(), owner__is_active=True)
    rows = rows.filter(Q(leased_until=None) | Q(leased_until__lte=now))
    return rows.filter(Q(rests_until=None) | Q(rests_until__lte=now))


def _held(webhook_ids: Collection[int], *, now: datetime) -> list[int]:
    """Those of the webhooks that are still free, locked."""
    rows = _free(now).filter(pk__in=webhook_ids).select_for_update(skip_locked=True, of=("self",))
    return [row.pk for row in rows]


def _first_owed(webhook_ids: Collection[int], *, now: datetime) -> list[WebhookDelivery]:
    """For each of them the oldest delivery that is due. Those whose attempts were all interrupted are closed."""
    owed = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), status=Status.WAITING, next_attempt_at__lte=now)
    first = Webhook.objects.filter(pk__in=webhook_ids).values_list(Subquery(owed.order_by("id").values("pk")[:1]))
    while True:
        rows = WebhookDelivery.objects.filter(pk__in=[pk for (pk,) in first.all()])
        # Any other result of the last attempt would have been stored.
        if not rows.filter(attempts__gte=MOST_ATTEMPTS).update(status=Status.FAILED, error=Error.INTERRUPTED):
            return list(rows.select_related("webhook", "user_event__event__actor", "user_event__event__game"))


# --- Storing results --------------------------------------------------------------------------------------------------


def note(request: WebhookRequest, outcome: SendResult) -> None:
    """Store the result of a request and release the lease of its webhook, unless the lease was lost meanwhile."""
    with transaction.atomic():
        now = database_time.now()
        held = Webhook.objects.filter(pk=request.webhook_id, leased_until=request.leased_until)
        webhook = held.select_for_update().first()
        if webhook is None:
            return
        webhook.leased_until = None
        webhook.rests_until = rest_after(outcome.seconds, now=now) or webhook.rests_until
        delivery = WebhookDelivery.objects.select_related("user_event").filter(pk=request.delivery_id).first()
        if delivery is not None:
            _note_on(delivery, outcome, now=now)
            _judge(webhook, delivery, outcome, now=now)
        webhook.save(update_fields=["leased_until", "rests_until", "failing_since", "disabled_at", "disabled_reason"])


def _note_on(delivery: WebhookDelivery, outcome: SendResult, *, now: datetime) -> None:
    delivery.end_attempt(
        seconds=round(outcome.seconds, 3),
        status_code=outcome.status_code,
        error=outcome.error,
        excerpt=outcome.excerpt,
    )
    if not outcome.error:
        delivery.status, delivery.delivered_at = Status.DELIVERED, now
    elif delivery.user_event is None or delivery.attempts >= MOST_ATTEMPTS:
        delivery.status = Status.FAILED
    else:
        delivery.next_attempt_at = now + wait_after(delivery.attempts)
    delivery.save()


def _judge(webhook: Webhook, delivery: WebhookDelivery, outcome: SendResult, *, now: datetime) -> None:
    """Store whether the webhook works, fails, or is switched off. The failure of a ping changes nothing."""
    if not outcome.error:
        webhook.failing_since = None
    elif outcome.status_code == GONE:
        _give_up(webhook, Webhook.OffReason.GONE, now=now)
    elif delivery.user_event is not None:
        webhook.failing_since = webhook.failing_since or now
        if now - webhook.failing_since >= PATIENCE:
            _give_up(webhook, Webhook.OffReason.FAILING, now=now)


def _give_up(webhook: Webhook, reason: Webhook.OffReason, *, now: datetime) -> None:
    """Switch a webhook off; an event notifies its owner."""
    if not webhook.is_on:
        return
    webhook.disabled_at, webhook.disabled_reason = now, reason
    event_log.record([webhook_disabled(webhook)], now=now)
    log.warning("webhook_disabled", webhook=webhook.pk, owner=webhook.owner_id, reason=reason.value)


def wait_after(attempts: int) -> timedelta:
    """The wait after so many failed attempts; up to a fifth longer, so that an outage does not end in a rush."""
    return WAITS[attempts - 1] * random.uniform(1.0, 1.2)  # noqa: S311  (no secret)
