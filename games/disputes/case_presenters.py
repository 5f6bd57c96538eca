"""Cases as plain data for staff; api/serializers/cases.py has the schema. Reads only."""

from datetime import datetime
from typing import Any

from accounts.models import User
from games.chat.models import Message
from games.chat.presenters import message_shape
from games.core.notifications import SentNotification
from games.core.presenters import Shape, rfc3339
from games.disputes import evidence
from games.disputes.behaviour import FairPlay, Share, fair_play_of
from games.disputes.evidence import ClockHistory, Offered, Past, TimedMove
from games.disputes.models import AuditEntry, Dispute, DisputeNote
from games.disputes.presenters import dispute_shape, measure_shape
from games.disputes.queue import next_number
from games.disputes.verdicts import proposed
from games.players.verdict_reasons import StandardReason
from muehle import Color


def case_summary(dispute: Any, *, now: datetime) -> Shape:
    """A case in the queue, as cases_for() has read it; no query."""
    game = dispute.game
    due_at = dispute.due_at if dispute.is_pending else None
    return {
        **dispute_shape(dispute),
        "players": {"white": game.white.username, "black": game.black.username},
        "severity": dispute.severity,
        "due_at": rfc3339(due_at),
        "overdue": due_at is not None and due_at <= now,
        "you_play_one": dispute.meets,
        "escalated_by": _name(dispute.escalated_by) if dispute.is_escalated else None,
        "escalated_at": rfc3339(dispute.escalated_at) if dispute.is_escalated else None,
        "taken_by": _name(dispute.taken_by),
        "taken_at": rfc3339(dispute.taken_at),
        "decided_by": _name(dispute.decided_by),
    }


def case_shape(dispute: Dispute, *, reader: User, now: datetime) -> Shape:
    """A case with everything that the server has gathered about it, and that is for this reader."""
    return {
        **case_summary(dispute, now=now),
        "next_case": next_number(reader, now=now, after=dispute.number),
        "proposal": _proposal(dispute),
        "evidence": _evidence(dispute, reader=reader, now=now),
        "notes": [note_shape(note) for note in dispute.notes.select_related("author")],
        "deeds": [_action(row) for row in dispute.audit.select_related("actor", "user")],
    }


def _proposal(dispute: Dispute) -> Shape | None:
    """As the endpoint of verdicts takes it."""
    decision = proposed(dispute)
    if decision is None:
        return None
    reasons = {"ready": StandardReason.WAS_A_DRAW.value, "ready_warning": StandardReason.PLAYED_ON.value}
    return {"verdict": decision.verdict, "against": _name(decision.against), **reasons}


def note_shape(note: DisputeNote) -> Shape:
    return {"author": note.author.username, "text": note.text, "at": rfc3339(note.created_at)}


def _evidence(dispute: Dispute, *, reader: User, now: datetime) -> Shape:
    game = dispute.game
    clock, offers = evidence.clock_of(game), evidence.offers_of(game)
    pasts = evidence.pasts_of(dispute, clock, offers, now=now, reader=reader)
    return {
        "moves": [_move(move) for move in clock.moves],
        "freezes": _freezes(clock),
        "offers": [_offer(offer) for offer in offers],
        "notices": [_notification(sent) for sent in evidence.notifications_of(game)],
        "messages": [message_shape(row) for row in Message.objects.filter(game=game).select_related("author")],
        "players": {past.color.value: _past(past, fair_play_of(past.player.pk, now=now)) for past in pasts},
        "then": _then(dispute),
    }


def _move(move: TimedMove) -> Shape:
    return {
        "ply": move.ply,
        "move": move.notation,
        "at": rfc3339(move.played_at),
        "deadline_at": rfc3339(move.deadline_at),
        "spent_seconds": move.spent,
        "stood_seconds": move.stood,
        "near_the_deadline": move.near_the_deadline,
    }


def _freezes(clock: ClockHistory) -> list[Shape]:
    return [{"starts_at": rfc3339(start), "ends_at": rfc3339(end)} for start, end in clock.freezes]


def _offer(offer: Offered) -> Shape:
    return {
        "ply": offer.ply,
        "by": offer.by.username,
        "at": rfc3339(offer.at),
        "reason": offer.reason,
        "status": offer.status,
        "answered_at": rfc3339(offer.answered_at),
        "answer": offer.answer,
    }


def _notification(sent: SentNotification) -> Shape:
    return {
        "to": sent.to.username,
        "about": sent.about,
        "channel": sent.channel,
        "status": sent.status,
        "sent_at": rfc3339(sent.sent_at),
        "error": sent.error,
    }


def _past(past: Past, fair: FairPlay) -> Shape:
    return {
        "username": past.player.username,
        "median_answer_seconds": past.habit.here,
        "elsewhere_median_answer_seconds": past.habit.elsewhere,
        "games": past.games,
        "lost_on_time": past.losses,
        "reliability": evidence.reliability_in(past.games, past.losses),
        "aborted": past.aborted,
        "offers": past.offers,
        "near_the_deadline": past.near,
        "measures": [measure_shape(measure) for measure in past.measures],
        "disputes": [each.number for each in past.disputes],
        "fair_play": _fair_play(fair),
    }


def _fair_play(fair: FairPlay) -> Shape:
    return {
        "games": fair.games,
        "late_when_behind": _share(fair.late_when_behind),
        "late_otherwise": _share(fair.late_otherwise),
        "draw_offers": fair.draw_offers,
        "insistent_games": fair.insistent_games,
        "lost_on_time": fair.timeouts,
        "lost_on_time_in_a_row": fair.longest_run_of_timeouts,
        "aborted": fair.aborted,
        "reported": fair.reported,
    }


def _share(share: Share) -> Shape:
    return {"count": share.count, "total": share.total}


def _then(dispute: Dispute) -> Shape | None:
    """The evidence stored when the case was opened; None if there is none."""
    then = dispute.then
    if then is None:
        return None
    by_player = {kept["user"]: _kept(kept) for kept in then["players"]}
    game = dispute.game
    return {"at": then["at"], "players": {color.value: by_player[game.player_id(color)] for color in Color}}


def _kept(kept: dict[str, Any]) -> Shape:
    """The stored evidence about a player, as evidence.kept() wrote it."""
    same = ("games", "lost_on_time", "aborted", "offers", "near_the_deadline", "measures", "notices")
    return {
        "median_answer_seconds": kept["habit"]["here"],
        "elsewhere_median_answer_seconds": kept["habit"]["elsewhere"],
        "reliability": evidence.reliability_in(kept["games"], kept["lost_on_time"]),
        **{name: kept[name] for name in same},
    }


def _action(row: AuditEntry) -> Shape:
    return {
        "actor": row.actor.username,
        "action": row.action,
        "at": rfc3339(row.created_at),
        "against": _name(row.user),
        "reason": row.reason,
        "before": row.before,
        "after": row.after,
    }


def _name(user: User | None) -> str | None:
    return user.username if user else None
