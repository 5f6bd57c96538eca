"""Delivers events to webhooks: create deliveries, lease them, store their results.

Every step is a transaction of its own and may be stopped at any point. One worker at a time sends to a webhook and
holds a lease in its row; if it dies, the lease runs out and another worker continues. So each event has one delivery,
reaches the receiver at least once, and is never lost.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from accounts import database_time
from accounts.leases import Lease
from games.core import event_log
from games.core.models.events import UserEvent, UserStream
from games.core.outgoing.sending import SendResult
from games.webhooks.events import webhook_disabled
from games.webhooks.models import Webhook, WebhookDelivery
from games.webhooks.payloads import WebhookRequest, request_for

log = structlog.get_logger(__name__)

Status = WebhookDelivery.Status

BATCH, MOST_WEBHOOKS = 500, 100
# Longer than an attempt can take, so that a lease does not run out while its worker is alive.
LEASE = timedelta(seconds=60)
# Limits of simultaneous requests: in all, to one host, and to webhooks that have failed last.
MOST_AT_ONCE, MOST_TO_A_HOST, MOST_DOUBTFUL = 20, 2, 10
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
        rows = behind.filter(disabled_at=None, owner__is_active=True).annotate(
            stream_seq=Subquery(latest.values("last_seq"))
        )
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
    # Numbers whose events have been deleted are skipped.
    reached = rows[-1][1] if len(rows) == BATCH else stream_seq
    Webhook.objects.filter(pk=webhook.pk).update(last_seq=reached)


# --- Leasing ----------------------------------------------------------------------------------------------------------


def take(in_flight: Collection[WebhookRequest]) -> list[WebhookRequest]:
    """The requests to send next, besides those in flight; their webhooks are leased to the caller."""
    lease = Lease(LEASE)
    with transaction.atomic():
        now = database_time.now()
        chosen = _chosen(_ready(in_flight, now=now), in_flight)
        deliveries = _first_owed(chosen, now=now)
        leased_until = now + LEASE
        Webhook.objects.filter(pk__in=[row.webhook_id for row in deliveries]).update(leased_until=leased_until)
        for row in deliveries:
            row.begin_attempt(now)
        WebhookDelivery.objects.bulk_update(deliveries, ["attempts", "attempted_at", "history"])
    return [request_for(row, lease=lease, leased_until=leased_until, now=now) for row in deliveries]


def _ready(in_flight: Collection[WebhookRequest], *, now: datetime) -> Iterable[Webhook]:
    """Webhooks with a delivery that is due and without a lease; those that answered last time come first."""
    crowded = [
        host for host, count in Counter(request.host for request in in_flight).items() if count >= MOST_TO_A_HOST
    ]
    owed = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), status=Status.WAITING).order_by("next_attempt_at")
    free = Webhook.objects.filter(Q(leased_until=None) | Q(leased_until__lte=now))
    rows = free.filter(disabled_at=None, owner__is_active=True).exclude(host__in=crowded)
    rows = rows.annotate(due_at=Subquery(owed.values("next_attempt_at")[:1])).filter(due_at__lte=now)
    rows = rows.order_by(F("failing_since").asc(nulls_first=True), "due_at")
    return rows.select_for_update(skip_locked=True, of=("self",))[:MOST_WEBHOOKS]


def _chosen(webhooks: Iterable[Webhook], in_flight: Collection[WebhookRequest]) -> list[Webhook]:
    """As many as the limits allow, in all, for each host, and for failing webhooks."""
    hosts = Counter(request.host for request in in_flight)
    doubtful = sum(request.is_doubtful for request in in_flight)
    chosen: list[Webhook] = []
    for webhook in webhooks:
        is_doubtful = webhook.failing_since is not None
        if len(in_flight) + len(chosen) >= MOST_AT_ONCE:
            break
        if hosts[webhook.host] < MOST_TO_A_HOST and not (is_doubtful and doubtful >= MOST_DOUBTFUL):
            chosen.append(webhook)
            hosts[webhook.host] += 1
            doubtful += is_doubtful
    return chosen


def _first_owed(webhooks: Collection[Webhook], *, now: datetime) -> list[WebhookDelivery]:
    """For each of them the oldest delivery that is due."""
    owed = WebhookDelivery.objects.filter(webhook__in=webhooks, status=Status.WAITING, next_attempt_at__lte=now)
    _give_up_interrupted(owed)
    rows = owed.order_by("webhook_id", "id").distinct("webhook_id")
    return list(rows.select_related("webhook", "user_event__event__actor", "user_event__event__game"))


def _give_up_interrupted(owed: QuerySet[WebhookDelivery]) -> None:
    """Close deliveries whose attempts were all interrupted; any other result would have been stored."""
    owed.filter(attempts__gte=MOST_ATTEMPTS).update(status=Status.FAILED, error=WebhookDelivery.Error.INTERRUPTED)


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
        delivery = WebhookDelivery.objects.select_related("user_event").filter(pk=request.delivery_id).first()
        if delivery is not None:
            _note_on(delivery, outcome, now=now)
            _judge(webhook, delivery, outcome, now=now)
        webhook.save(update_fields=["leased_until", "failing_since", "disabled_at", "disabled_reason"])


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
