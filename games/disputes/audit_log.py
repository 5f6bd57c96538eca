"""The audit log of all actions of staff. Rows are only added, and each is sealed together with the one before it.

A seal covers everything a row says, so that a later change, by whatever hand, breaks the chain from there on. What is
cut off at the end leaves a chain that holds; that a seal that was noted down is nowhere in it shows it.

A seal is the hash of the seal before and of the row's content hash. Both are public: the chain can be checked without
the contents. A content hash begins with a random salt, so that nobody finds a content by trying. Rows of the former
form have neither salt nor content hash, and their seal covers the content itself.
"""

import hashlib
import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from games.core.models.games import Game
from games.core.presenters import rfc3339
from games.disputes.models import AuditEntry, Dispute
from kit import database_time, locks

FIRST = "0" * 64
# Key of the lock that makes writers wait for each other; no other code uses it.
_LOCK = 0x4D75686C65
SALT_BYTES = 16
# Whoever looks at the same within this time adds no row.
LOOKED_AT_AGAIN = timedelta(hours=1)


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
        salt=secrets.token_hex(SALT_BYTES),
    )
    entry.content = content_of(entry)
    with transaction.atomic():
        wait_for_writers()
        entry.digest = seal_of(entry, previous=last_seal())
        entry.save(force_insert=True)
    return entry


def hear(*, actor: User, action: str, user: User | None, **said: Any) -> None:
    """Record an action on accounts in the administration; a receiver of accounts.signals.staff_acted."""
    said = {name: said[name] for name in ("before", "after", "reason")}
    record(actor, action, user=user, now=database_time.now(), **said)


def hear_look(*, actor: User, action: str, seen: dict[str, Any], **_signal: object) -> None:
    """Record what staff has looked at, once an hour; a receiver of accounts.signals.staff_looked.

    The row refers to no account, which can be deleted afterwards, and to no case, whose own rows are about its course.
    """
    now = database_time.now()
    lately = AuditEntry.objects.filter(actor=actor, created_at__gt=now - LOOKED_AT_AGAIN)
    if not lately.filter(action=action, before=seen).exists():
        record(actor, action, before=seen, now=now)


def wait_for_writers() -> None:
    """Let nobody else add rows until the transaction ends."""
    locks.hold(_LOCK)


def seal_of(entry: AuditEntry, *, previous: str) -> str:
    """SHA-256 in hex over the seal before and the content hash, or what a row of the former form says."""
    return _hashed(f"{previous}\n{entry.content or _text_of(entry)}")


def content_of(entry: AuditEntry) -> str:
    """SHA-256 in hex over the salt and the canonical JSON of what the row says; empty for one of the former form."""
    return _hashed(f"{entry.salt}\n{_text_of(entry)}") if entry.salt else ""


def _text_of(entry: AuditEntry) -> str:
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
    return json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def first_break() -> Break | None:
    """Check the whole log in order, and stop at the first row whose seal does not match."""
    previous = FIRST
    for entry in AuditEntry.objects.order_by("id").iterator(chunk_size=1000):
        expected = seal_of(entry, previous=previous)
        if entry.digest != expected or entry.content != content_of(entry):
            return Break(entry, expected)
        previous = entry.digest
    return None


def has_seal(seal: str) -> bool:
    """Whether a seal that was noted elsewhere is still in the log; if not, rows were removed at the end."""
    return seal == FIRST or AuditEntry.objects.filter(digest=seal).exists()


def last_seal() -> str:
    """To be noted down elsewhere."""
    return AuditEntry.objects.order_by("-id").values_list("digest", flat=True).first() or FIRST


def count() -> int:
    """The number of rows."""
    return AuditEntry.objects.count()


def public_rows() -> Iterator[dict[str, str | int]]:
    """All rows as everybody may see them: number, content hash and seal."""
    rows = AuditEntry.objects.order_by("id").values_list("id", "content", "digest")
    for number, content, seal in rows.iterator(chunk_size=1000):
        yield {"number": number, "content": content, "seal": seal}
