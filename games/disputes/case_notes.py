"""Actions on a case besides the verdict: notes that only staff can read, and escalation."""

import hashlib
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games.disputes import audit_log
from games.disputes.errors import CaseEscalated, CaseTaken, DisputeClosed, OwnCase, ReasonMissing
from games.disputes.models import Dispute, DisputeNote
from games.disputes.verdicts import locked_case
from kit import database_time, texts
from kit.errors import raises


@raises(locked_case, texts.cleaned, OwnCase, ReasonMissing)
def note(number: int, author: User, text: str) -> DisputeNote:
    """Add a note to a case, decided or not; refused for players of the game."""
    text = _cleaned(text)
    with transaction.atomic():
        # The rows do not change, but the note and the audit log refer to them, and would lock them in another order.
        dispute = locked_case(number)
        if dispute.game.has_player(author.pk):
            raise OwnCase
        now = database_time.now()
        written = _written(dispute, author, text, now=now)
        audit_log.record(author, "note", dispute=dispute, after=_sealed(written), now=now)
    return written


@raises(locked_case, texts.cleaned, OwnCase, DisputeClosed, CaseTaken, CaseEscalated, ReasonMissing)
def escalate(number: int, author: User, reason: str) -> Dispute:
    """Escalate a case without an arbiter, until one takes it; the reason is stored as a note as well."""
    reason = _cleaned(reason)
    with transaction.atomic():
        dispute = locked_case(number)
        _require_may_escalate(dispute, author)
        now = database_time.now()
        dispute.escalated_by, dispute.escalated_at = author, now
        dispute.save(update_fields=["escalated_by", "escalated_at"])
        written = _written(dispute, author, reason, now=now)
        audit_log.record(author, "escalate", dispute=dispute, after=_sealed(written), reason=reason, now=now)
    return dispute


def _require_may_escalate(dispute: Dispute, author: User) -> None:
    if dispute.game.has_player(author.pk):
        raise OwnCase
    if not dispute.is_pending:
        raise DisputeClosed
    if dispute.taken_by is not None:
        raise CaseTaken(arbiter=dispute.taken_by.username)
    if dispute.is_escalated:
        raise CaseEscalated


def _sealed(written: DisputeNote) -> dict[str, Any]:
    """For the audit log: which note it is, and what shows whether its text was changed since (SHA-256 in hex)."""
    return {"note": written.pk, "sha256": hashlib.sha256(written.text.encode()).hexdigest()}


def _cleaned(text: str) -> str:
    text = texts.cleaned(text, longest=DisputeNote.LONGEST)
    if not text:
        raise ReasonMissing
    return text


def _written(dispute: Dispute, author: User, text: str, *, now: datetime) -> DisputeNote:
    return DisputeNote.objects.create(dispute=dispute, author=author, text=text, created_at=now)
