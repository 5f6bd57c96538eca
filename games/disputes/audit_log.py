"""The book of what staff has done: appended to, never changed, each row sealed together with the one before it.

A seal covers everything a row says, so that a later change, by whatever hand, breaks the chain from there on. What is
cut off at the end leaves a chain that holds; that a seal that was noted down is nowhere in it shows it.
"""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from accounts import database_time
from accounts.models import User
from games.core.models.games import Game
from games.core.presenters import rfc3339
from games.disputes.models import AuditEntry, Dispute

FIRST = "0" * 64
# Key of the advisory lock that makes writers wait for each other; no other code uses it.
_LOCK = 0x4D75686C65


@dataclass(frozen=True, slots=True)
class Break:
    """The first row that does not fit, and what its seal should be."""

    entry: AuditEntry
    expected: str


def record(
    actor: User,
    action: str,
    *,
    now: datetime,
    dispute: Dispute | None = None,
    game: Game | None = None,
    user: User | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
) -> AuditEntry:
    """Append a row in the transaction of the action; other writers wait until it has ended."""
    entry = AuditEntry(
        actor=actor,
        action=action,
        dispute=dispute,
        game=game or (dispute.game if dispute else None),
        user=user,
        before=before or {},
        after=after or {},
        reason=reason,
        created_at=now,
    )
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        entry.digest = seal_of(entry, previous=last_seal())
        entry.save(force_insert=True)
    return entry


def hear(*, actor: User, action: str, user: User | None, **said: Any) -> None:
    """What staff does to accounts, by the administration; said by accounts.signals.staff_acted in its transaction."""
    said = {name: said[name] for name in ("before", "after", "reason")}
    record(actor, action, user=user, now=database_time.now(), **said)


def seal_of(entry: AuditEntry, *, previous: str) -> str:
    """SHA-256 in hex over the seal before and the canonical JSON of what the row says."""
    said = {
        "actor": entry.actor_id,
        "action": entry.action,
        "dispute": entry.dispute_id,
        "game": entry.game_id,
        "user": entry.user_id,
        "before": entry.before,
        "after": entry.after,
        "reason": entry.reason,
        "created_at": rfc3339(entry.created_at),
    }
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()


def first_break() -> Break | None:
    """Read the whole book, in order, and stop at the first row that does not fit."""
    previous = FIRST
    for entry in AuditEntry.objects.order_by("id").iterator(chunk_size=1000):
        expected = seal_of(entry, previous=previous)
        if entry.digest != expected:
            return Break(entry, expected)
        previous = entry.digest
    return None


def has_seal(seal: str) -> bool:
    """Whether a seal that was noted down once is still in the book; else rows were cut off."""
    return seal == FIRST or AuditEntry.objects.filter(digest=seal).exists()


def last_seal() -> str:
    """To be noted down elsewhere."""
    return AuditEntry.objects.order_by("-id").values_list("digest", flat=True).first() or FIRST
