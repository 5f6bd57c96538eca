"""Which disputes a player may see, and how they look to him. Nothing here writes."""

from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games import errors
from games.models import Dispute, Measure
from games.shapes import Shape, rfc3339


def disputes_for(user: User) -> QuerySet[Dispute]:
    """What the user has opened, and what is about his games themselves; newest first, with what it is shown with."""
    his_game = Q(game__white=user) | Q(game__black=user)
    rows = Dispute.objects.filter(Q(opened_by=user) | his_game & Q(category__in=Dispute.ABOUT_THE_GAME))
    return rows.select_related("game__white", "game__black", "opened_by", "freeze", "appeal").order_by("-number")


def dispute_for(number: int, user: User) -> Dispute:
    """Raises NotFound for what is not there, and for what is not for the user."""
    dispute = disputes_for(user).filter(number=number).first()
    if dispute is None:
        raise errors.NotFound
    return dispute


def measures_of(user: User) -> QuerySet[Measure]:
    """What was ever imposed on the user, newest first."""
    return Measure.objects.filter(user=user).select_related("dispute__game").order_by("-pk")


def dispute_shape(dispute: Dispute) -> Shape:
    """The same for everybody who may see it; which arbiter it was is nobody’s business."""
    return {
        "number": dispute.number,
        "game": dispute.game_id,
        "opened_by": dispute.opened_by.username,
        "category": dispute.category,
        "text": dispute.text,
        "plies": dispute.plies,
        "claims": claims_of(dispute),
        "appeal_of": dispute.appeal_of_id,
        "status": dispute.status,
        "opened_at": rfc3339(dispute.opened_at),
        "frozen_until": rfc3339(dispute.held_until(now=timezone.now())),
        "verdict": dispute.verdict or None,
        "reason": dispute.reason,
        "decided_at": rfc3339(dispute.decided_at),
    }


def claims_of(dispute: Dispute) -> list[dict[str, Any]]:
    """The draws that the server has looked for, with the figures of each."""
    found: list[dict[str, Any]] = dispute.evidence.get("claims", [])
    return found


def measure_shape(measure: Measure) -> Shape:
    """For whom it was imposed on."""
    return {
        "id": measure.pk,
        "game": measure.dispute.game_id,
        "kind": measure.kind,
        "reason": measure.reason,
        "imposed_at": rfc3339(measure.imposed_at),
        "until": rfc3339(measure.until),
        "acknowledged_at": rfc3339(measure.acknowledged_at),
    }
