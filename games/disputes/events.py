"""Events of disputes."""

from typing import Any

from games.core.event_log import Entry
from games.core.models.events import Event
from games.disputes.models import Dispute
from games.play.events import rfc3339_text
from games.players.models import Measure


def dispute_opened(dispute: Dispute, *, to: tuple[int, ...]) -> Entry:
    """For those `to` whom it is told; an appeal is a dispute as well."""
    data = {"category": dispute.category, "appeal_of": dispute.appeal_of_id}
    return _of_dispute(Event.Type.DISPUTE_OPENED, dispute, to, dispute.opened_by_id, **data)


def dispute_decided(dispute: Dispute, *, to: tuple[int, ...]) -> Entry:
    """The verdict with its reason; what an arbiter is called is nobody’s business."""
    data = {"verdict": dispute.verdict, "reason": dispute.reason}
    return _of_dispute(Event.Type.DISPUTE_DECIDED, dispute, to, None, **data)


def warned(measure: Measure) -> Entry:
    """For whom it concerns alone."""
    until = rfc3339_text(measure.until) if measure.until else None
    data = {"measure": measure.pk, "kind": measure.kind, "until": until, "reason": measure.reason}
    return _of_dispute(Event.Type.WARNED, measure.dispute, (measure.user_id,), None, **data)


def _of_dispute(type_: str, dispute: Dispute, to: tuple[int, ...], actor_id: int | None, /, **found: Any) -> Entry:
    data = {"dispute": dispute.number, **found}
    return Entry(type=type_, recipients=to, game=dispute.game, actor_id=actor_id, data=data)
