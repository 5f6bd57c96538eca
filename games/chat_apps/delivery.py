"""Sends notifications to chat apps, several at the same time; each result is stored as soon as it is known.

A delivery goes to all places of its player. Those that have taken it stand in its row, so that another attempt goes to
the others only. What does not work for a day is switched off on the way.
"""

import asyncio
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

import structlog
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext

from games.chat_apps.events import chat_app_disabled
from games.chat_apps.models import ChatConnection
from games.chat_apps.sealing import UnreadableError, unseal
from games.chat_apps.supported import Place
from games.chat_apps.writing import Outcome, write
from games.core import event_log, notifications
from games.core.outgoing.destinations import claims_of, doubt, is_on, note_rest
from games.core.outgoing.worker import Sending
from games.notifications import choices, queue
from games.notifications.models import Delivery
from kit import database_time
from kit.locks import Lease
from kit.outgoing.places import Claim, Limits, Places, rest_after

log = structlog.get_logger(__name__)

CHANNEL: Final = "chat_app"
# One delivery of an owner at a time, to all their places. Many owners share the few chat apps.
LIMITS: Final = Limits(most=30, to_an_owner=5, to_a_host=20, doubtful=10)
# Apprise's classes block.
_WRITERS: Final = ThreadPoolExecutor(max_workers=LIMITS.most, thread_name_prefix="chat-app")
# A connection is switched off after this time without a success.
PATIENCE: Final = timedelta(hours=24)
LONGEST_TEXT: Final = 1_000
MOST_TESTS: Final = 100
Reason = ChatConnection.OffReason
Sent = Sequence[tuple[ChatConnection, Outcome]]


class NotAllReached(Exception):  # noqa: N818  (an outcome, not a fault)
    """Some of the places could not be sent to; the text says which, and why."""


# --- Notifications ----------------------------------------------------------------------------------------------------


def take(places: Places) -> list[Sending]:
    """What is sent next."""
    found = queue.take(CHANNEL, places, _claims)
    return [Sending(claim, partial(deliver, delivery)) for claim, delivery in found]


def _claims(owners: Collection[int], now: datetime) -> dict[int, Claim]:
    return claims_of(ChatConnection.objects.all(), owners, now=now)


async def deliver(delivery: Delivery) -> None:
    text, connections = await sync_to_async(_owed)(delivery)
    if connections:
        sent = await _written(connections, text, delivery.lease)
        await sync_to_async(_note)(delivery, sent)


async def _written(connections: Sequence[ChatConnection], text: str, lease: Lease) -> Sent:
    outcomes = await asyncio.gather(*(_outcome(each, text, lease) for each in connections))
    return list(zip(connections, outcomes, strict=True))


async def _outcome(connection: ChatConnection, text: str, lease: Lease) -> Outcome:
    return await asyncio.get_running_loop().run_in_executor(_WRITERS, _write, connection, text, lease)


def _write(connection: ChatConnection, text: str, lease: Lease) -> Outcome:
    try:
        place: Place = unseal(connection.user_id, connection.sealed)
    except UnreadableError:
        return Outcome("unreadable", is_gone=True)
    return write(connection.service, place, text, lease=lease)


def _owed(delivery: Delivery) -> tuple[str, list[ChatConnection]]:
    """The text, and the connections that it has not reached; if none is due any more, that is stored."""
    user = delivery.user
    rows = ChatConnection.objects.filter(is_on(), user=user) if user.is_active else ()
    wanting = [row for row in rows if row.pk not in delivery.reached]
    row = choices.settings_of(user)
    if not queue.is_still_owed(delivery, row, is_reachable=bool(wanting)):
        return "", []
    return text_of(delivery, with_texts=row.push_texts), wanting


def text_of(delivery: Delivery, *, with_texts: bool) -> str:
    """The notification in the reader's language and time zone, with its link; `with_texts` that people have written.

    The chat app shows it on a locked screen, and whoever runs the chat app can read it.
    """
    user = delivery.user
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        line = notifications.line_of(delivery.event, user)
    more = line.more[:LONGEST_TEXT] if line.is_ours or with_texts else ""
    return "\n".join(part for part in (line.text, more, f"{settings.SITE_URL}{line.url}") if part)


def _note(delivery: Delivery, sent: Sent) -> None:
    delivery.reached = [*delivery.reached, *(row.pk for row, outcome in sent if not outcome.error)]
    failed = [each for each in sent if each[1].error and not each[1].is_gone]
    for connection, outcome in sent:
        note_outcome(connection, outcome)
    if failed:
        queue.note_failure(delivery, NotAllReached(_words(failed)), is_final=False)
    elif delivery.reached:
        queue.note(delivery, Delivery.Status.SENT)
    else:
        queue.note(delivery, Delivery.Status.FAILED, error=_words(sent))


def _words(sent: Sent) -> str:
    return "; ".join(f"{connection.host}: {outcome.error}" for connection, outcome in sent)


# --- Connections ------------------------------------------------------------------------------------------------------


def note_outcome(connection: ChatConnection, outcome: Outcome) -> None:
    """Store what became of an attempt, and switch the connection off if it is gone or has failed for a day."""
    now = database_time.now()
    with transaction.atomic():
        row = ChatConnection.objects.select_for_update().filter(pk=connection.pk).first()
        if row is None:
            return
        row.last_tried_at, row.error = now, outcome.error[: ChatConnection.LONGEST_ERROR]
        row.rests_until = rest_after(outcome.seconds, now=now) or row.rests_until
        if not outcome.error:
            row.last_accepted_at, row.failing_since = now, None
        elif outcome.is_gone:
            _give_up(row, Reason.GONE)
        else:
            row.failing_since = row.failing_since or now
            if now - row.failing_since >= PATIENCE:
                _give_up(row, Reason.FAILING)
        row.save()


def _give_up(connection: ChatConnection, reason: "ChatConnection.OffReason") -> None:
    if connection.is_on:
        now = database_time.now()
        connection.disabled_at, connection.disabled_reason = now, reason
        event_log.record([chat_app_disabled(connection)], now=now)
        log.warning("chat_app_disabled", connection=connection.pk, user=connection.user_id, reason=reason.value)


# --- Tests ------------------------------------------------------------------------------------------------------------


def take_tests(places: Places) -> list[Sending]:
    """The tests that owners have asked for, each of which is sent in one attempt."""
    lease = Lease(queue.LEASE)
    with transaction.atomic():
        now = database_time.now()
        rows = ChatConnection.objects.filter(is_on(), test_asked_at__isnull=False)
        rows = rows.exclude(user__in=places.owners).exclude(rests_until__gt=now).annotate(doubt=doubt(now))
        rows = rows.order_by("test_asked_at").select_related("user").select_for_update(skip_locked=True, of=("self",))
        asked = {row.pk: row for row in rows[:MOST_TESTS]}
        claims = [Claim(row.user_id, (row.host,), is_doubtful=bool(row.doubt), key=pk) for pk, row in asked.items()]
        chosen = places.choose(claims)
        ChatConnection.objects.filter(pk__in=[claim.key for claim in chosen]).update(test_asked_at=None)
    return [Sending(claim, partial(_test, asked[claim.key], lease)) for claim in chosen]


async def _test(connection: ChatConnection, lease: Lease) -> None:
    outcome = await _outcome(connection, _test_text(connection), lease)
    # A failed test of a connection that works else says nothing about the connection.
    await sync_to_async(note_test)(connection, outcome)


def _test_text(connection: ChatConnection) -> str:
    with translation.override(connection.user.language):
        return f"{gettext('The test you asked for')}\n{settings.SITE_URL}"


def note_test(connection: ChatConnection, outcome: Outcome) -> None:
    """Store what became of a test; it switches nothing off."""
    now = database_time.now()
    columns = {"last_tried_at": now, "error": outcome.error[: ChatConnection.LONGEST_ERROR]}
    if not outcome.error:
        columns |= {"last_accepted_at": now, "failing_since": None}
    note_rest(ChatConnection.objects.filter(pk=connection.pk), outcome.seconds)
    ChatConnection.objects.filter(pk=connection.pk).update(**columns)
