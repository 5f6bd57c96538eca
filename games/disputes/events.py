"""Events of disputes."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.core.event_log import Entry
from games.core.event_types import Audience, event_type
from games.core.presenters import rfc3339
from games.disputes.api.event_data import DisputeDecidedData, DisputeOpenedData, WarnedData
from games.disputes.models import Dispute
from games.players.models import Sanction

DISPUTE_OPENED = event_type("dispute_opened", _("dispute opened"), data=DisputeOpenedData, audience=Audience.RECIPIENTS)
DISPUTE_DECIDED = event_type(
    "dispute_decided", _("dispute decided"), data=DisputeDecidedData, audience=Audience.RECIPIENTS
)
WARNED = event_type("warned", _("warning"), data=WarnedData, audience=Audience.RECIPIENTS)


def dispute_opened(dispute: Dispute, *, to: tuple[int, ...]) -> Entry:
    """Sent to the users in `to`; an appeal is a dispute as well."""
    data = {"category": dispute.category, "appeal_of": dispute.appeal_of_id}
    return _of_dispute(DISPUTE_OPENED, dispute, to, dispute.opened_by_id, **data)


def dispute_decided(dispute: Dispute, *, to: tuple[int, ...]) -> Entry:
    """The verdict with its reason; the arbiter's name is not published."""
    data = {"verdict": dispute.verdict, "reason": dispute.reason}
    return _of_dispute(DISPUTE_DECIDED, dispute, to, None, **data)


def warned(dispute: Dispute, sanction: Sanction) -> Entry:
    """Sent only to the sanctioned player."""
    until = rfc3339(sanction.until)
    data = {"sanction": sanction.pk, "kind": sanction.kind, "until": until, "reason": sanction.reason}
    return _of_dispute(WARNED, dispute, (sanction.user_id,), None, **data)


def _of_dispute(type_: str, dispute: Dispute, to: tuple[int, ...], actor_id: int | None, /, **found: Any) -> Entry:
    data = {"dispute": dispute.number, **found}
    return Entry(type=type_, recipients=to, game=dispute.game, actor_id=actor_id, data=data)
