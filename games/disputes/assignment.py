"""Assignment of cases: an arbiter takes a case, hands it back, or takes over an old one; the audit log records it."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from games.core import event_log
from games.disputes import audit_log, freezes, roles
from games.disputes.case_model import Case
from games.disputes.errors import CaseTaken
from games.disputes.models import Dispute
from games.disputes.verdicts import locked_case, require_may_decide, require_taken
from kit import database_time
from kit.errors import raises

# After this time another arbiter may take over an undecided case.
TIME_TO_DECIDE = timedelta(days=7)


@raises(locked_case, require_may_decide, CaseTaken)
def take_case(number: int, arbiter: User) -> Dispute:
    """Assign the case to the arbiter. Its hold is extended, and its escalation ends. Taking one's own case again
    changes nothing.
    """
    with transaction.atomic():
        dispute = locked_case(number)
        now = database_time.now()
        require_may_decide(dispute, arbiter)
        if dispute.taken_by_id == arbiter.pk:
            return dispute
        _require_free(dispute, now=now)
        before, after = _passing_to(arbiter, dispute)
        dispute.status, dispute.taken_by, dispute.taken_at = Dispute.Status.TAKEN, arbiter, now
        # It has come where it was to come.
        dispute.escalated_by = dispute.escalated_at = None
        dispute.save(update_fields=["status", "taken_by", "taken_at", "escalated_by", "escalated_at"])
        audit_log.record(arbiter, freezes.TAKEN, dispute=dispute, before=before, after=after, now=now)
        event_log.record(freezes.freeze_for_longer(dispute, now=now), now=now)
    return dispute


@raises(locked_case, require_taken)
def hand_back(number: int, arbiter: User) -> Dispute:
    """Leave it to another; clocks that it holds stay held until then."""
    with transaction.atomic():
        dispute = locked_case(number)
        require_taken(dispute, arbiter)
        before, now = {"status": dispute.status}, database_time.now()
        dispute.status, dispute.taken_by, dispute.taken_at = Dispute.Status.OPEN, None, None
        dispute.save(update_fields=["status", "taken_by", "taken_at"])
        audit_log.record(
            arbiter, "hand_back", dispute=dispute, before=before, after={"status": dispute.status}, now=now
        )
    return dispute


def is_left(case: Case, *, now: datetime, action: roles.Action = roles.Action.TAKE) -> bool:
    """Whether another arbiter may take over the case: its assignment has run out, or its arbiter has lost the role.

    `action` is what the role lets one do who takes such a case.
    """
    if not case.is_pending or case.taken_by is None or case.taken_at is None:
        return False
    return now - case.taken_at > TIME_TO_DECIDE or not roles.may(case.taken_by, action)


def _require_free(dispute: Dispute, *, now: datetime) -> None:
    if dispute.taken_by is not None and not is_left(dispute, now=now):
        raise CaseTaken(arbiter=dispute.taken_by.username)


def _passing_to(arbiter: User, dispute: Dispute) -> tuple[dict[str, Any], dict[str, Any]]:
    """The values before and after for the audit log, with the former arbiter, if any."""
    before, after = {"status": dispute.status}, {"status": Dispute.Status.TAKEN}
    if dispute.taken_by_id is None:
        return before, after
    return before | {"taken_by": dispute.taken_by_id}, after | {"taken_by": arbiter.pk}
