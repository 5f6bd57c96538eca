"""The disputes that a player may see, as plain data. Reads only."""

from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from games.core.models.games import Game
from games.core.presenters import Data, rfc3339
from games.disputes.models import AuditEntry, Dispute
from games.disputes.verdict_kinds import TO_A_PLAYER, TO_THE_GAME
from games.players.models import Sanction
from kit import database_time
from kit.errors import NotFound, raises

# The part of the audit log that the players of a game may read, and what it says of the game.
SHOWN_ACTIONS = ("take", "hold", "hand_back", "decide")
STANDING = ("status", "result", "termination")


_DONE = (*TO_THE_GAME, *TO_A_PLAYER)
FOR_BOTH = Q(category__in=Dispute.ABOUT_THE_GAME) | Q(verdict__in=_DONE)


def disputes_for(user: User) -> QuerySet[Dispute]:
    """Disputes that the user has opened or that concern their games or themselves; newest first, with what it is shown
    with. Dispute.concerns says the same of one."""
    answers_user = Q(appeal_of__opened_by=user) | Q(appeal_of__verdict__in=_DONE)
    shown = FOR_BOTH | Q(answers_user, status=Dispute.Status.DECIDED)
    of_own_games = Dispute.objects.filter(game__in=Game.objects.of(user.pk)).filter(shown)
    # Each by an index of its own, which one condition with OR over two tables has not.
    numbers = Dispute.objects.filter(opened_by=user).values("pk").union(of_own_games.values("pk"))
    rows = Dispute.objects.filter(pk__in=numbers)
    rows = rows.select_related("game__white", "game__black", "opened_by", "appeal_of")
    return rows.with_freezes().prefetch_related("audit").order_by("-number")


@raises(NotFound)
def dispute_for(number: int, user: User) -> Dispute:
    """The dispute, if the user may see it."""
    dispute = disputes_for(user).filter(number=number).first()
    if dispute is None:
        raise NotFound
    return dispute


def sanctions_of(user: User) -> QuerySet[Sanction]:
    """All sanctions of the user, newest first."""
    return Sanction.objects.filter(user=user).order_by("-pk")


def dispute_data(dispute: Dispute, *, viewer_id: int) -> Data:
    """As the viewer may see it; which arbiter it was is no player’s business."""
    return {
        "number": dispute.number,
        "game": dispute.game_id,
        "opened_by": dispute.opened_by.username,
        "category": dispute.category,
        "text": dispute.text_for(viewer_id),
        "plies": dispute.plies,
        "claims": dispute.claims,
        # Disputes of former versions have no `quiet_after`.
        "marked": dispute.marked and {"quiet_after": [], **dispute.marked},
        "confirmed": dispute.confirmed,
        "appeal_of": dispute.appeal_of_id,
        "status": dispute.status,
        "opened_at": rfc3339(dispute.opened_at),
        "frozen_until": rfc3339(dispute.held_until(now=database_time.now())),
        "clocks_run": dispute.clocks_run,
        "verdict": dispute.verdict or None,
        "reason": dispute.translated_reason,
        "decided_at": rfc3339(dispute.decided_at),
        "steps": [_step_data(entry) for entry in steps_of(dispute)],
    }


def steps_of(dispute: Dispute) -> list[AuditEntry]:
    """Actions of staff that players may see; notes are left out."""
    return [entry for entry in dispute.audit.all() if entry.action in SHOWN_ACTIONS]


def has_changed(step: AuditEntry) -> bool:
    """Whether the game stood otherwise afterwards."""
    return _standing(step.before) != _standing(step.after)


def _step_data(entry: AuditEntry) -> Data:
    states = (_standing(entry.before), _standing(entry.after)) if has_changed(entry) else (None, None)
    shown = dict(zip(("before", "after"), states, strict=True))
    return {"action": entry.action, "at": rfc3339(entry.created_at), **shown}


def _standing(state: dict[str, Any]) -> Data | None:
    return {name: state[name] or None for name in STANDING} if "result" in state else None


def sanction_data(sanction: Sanction) -> Data:
    """For whom it was imposed on."""
    return {
        "id": sanction.pk,
        "game": sanction.game_id,
        "kind": sanction.kind,
        "reason": sanction.translated_reason,
        "imposed_at": rfc3339(sanction.imposed_at),
        "until": rfc3339(sanction.until),
        "acknowledged_at": rfc3339(sanction.acknowledged_at),
        "lifted_at": rfc3339(sanction.lifted_at),
    }
