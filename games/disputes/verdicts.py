"""Actions of an arbiter on a case that they have taken: stop the clocks, decide. Each is in the audit log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.core import event_log
from games.core.event_log import Entry
from games.core.locking import locked_game
from games.core.models.games import Game
from games.core.presenters import rfc3339
from games.disputes import audit_log, freezes
from games.disputes.errors import CaseNotYours, DisputeClosed, OwnCase, ReasonMissing
from games.disputes.events import dispute_decided, warned
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import AGAINST_NOBODY, OF_ARBITERS, Verdict
from games.play import interventions
from games.play.errors import VerdictImpossible
from games.players import sanctions
from games.players.models import Sanction
from games.players.verdict_reasons import StandardReason
from kit import database_time, texts
from kit.errors import NotFound, raises

LONGEST_DAYS = 365
MOST_SECONDS = 14 * 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What an arbiter has decided, and why.

    With `resumed`, `seconds` are added for the side on move. A sanction is `against` a player, for so many `days`; with
    a verdict about the game that player is warned, and with a dismissal there is none. `warning` is what the sanctioned
    player reads about the sanction; if it is empty, that is the reason.
    """

    verdict: Verdict
    reason: str
    seconds: int = 0
    against: User | None = None
    days: int = 0
    warning: str = ""


def proposed(dispute: Dispute, *, warns: bool = True) -> Decision | None:
    """What the server proposes for a draw that it has confirmed: the draw, and a warning for the opponent with a reason
    of its own. None where there is nothing to propose."""
    game = dispute.game
    if dispute.confirmed is None or not dispute.is_pending or not interventions.can_be_changed(game):
        return None
    if not game.is_ongoing and game.result == Game.Result.DRAWN:
        return None
    decision = Decision(verdict=Verdict.DRAW, reason=StandardReason.WAS_A_DRAW.in_language("en"))
    if not warns:
        return decision
    against = game.opponent_of(dispute.opened_by_id)
    return replace(decision, against=against, warning=StandardReason.PLAYED_ON.in_language("en"))


@raises(locked_game, freezes.freeze_for_arbiter, texts.cleaned, DisputeClosed, CaseNotYours, OwnCase, ReasonMissing)
def stop_clocks(number: int, arbiter: User, reason: str) -> Dispute:
    """Hold the clocks of an ongoing game during a case; needs the permission for verdicts about games."""
    reason = _stated(reason)
    freezes.settle_first(number)
    with transaction.atomic():
        dispute = locked_case(number)
        now = database_time.now()
        require_taken(dispute, arbiter)
        require_may_decide(dispute, arbiter)
        before, news = _clocks(dispute.game), freezes.freeze_for_arbiter(dispute, now=now)
        after = _clocks(dispute.game)
        audit_log.record(
            arbiter, freezes.BY_ARBITER, dispute=dispute, before=before, after=after, reason=reason, now=now
        )
        event_log.record(news, now=now)
    return dispute


@raises(locked_game, texts.cleaned, DisputeClosed, CaseNotYours, OwnCase, ReasonMissing, VerdictImpossible)
def decide(number: int, arbiter: User, decision: Decision) -> Dispute:
    """Decide a case that the arbiter has taken; both players are notified of the verdict and its reason."""
    reason = _stated(decision.reason)
    decision = replace(decision, warning=texts.cleaned(decision.warning, longest=Dispute.LONGEST))
    with transaction.atomic():
        dispute = locked_case(number)
        now = database_time.now()
        require_taken(dispute, arbiter)
        require_may_decide(dispute, arbiter)
        before = _standing(dispute.game)
        # First of all, so that an end of the game does not settle it.
        dispute.status, dispute.verdict, dispute.reason = Dispute.Status.DECIDED, decision.verdict, reason
        dispute.decided_by, dispute.decided_at = arbiter, now
        dispute.save(update_fields=["status", "verdict", "reason", "decided_by", "decided_at"])
        news, given = _carried_out(dispute, arbiter, decision, now=now)
        after = _standing(dispute.game) | {"verdict": dispute.verdict} | given
        against = decision.against
        audit_log.record(
            arbiter, "decide", dispute=dispute, user=against, before=before, after=after, reason=reason, now=now
        )
        event_log.record([dispute_decided(dispute, to=dispute.hearers), *news], now=now)
    return dispute


def _carried_out(
    dispute: Dispute, arbiter: User, decision: Decision, *, now: datetime
) -> tuple[list[Entry], dict[str, str | int | None]]:
    """Do to the game and to the player what was decided, by the same means as everybody; with what was given back or
    imposed, for the audit log."""
    news = _to_the_game(dispute, decision, now=now)
    given: dict[str, str | int | None] = {"seconds": decision.seconds} if decision.seconds else {}
    if lifted := _lifted(dispute, now=now):
        given["lifted"] = ", ".join(lifted)
    if decision.verdict.row.sanction is not None or decision.against is not None:
        sanction = _imposed(dispute, arbiter, decision, now=now)
        news.append(warned(dispute, sanction))
        given |= {"measure": sanction.kind, "against": sanction.user_id, "until": rfc3339(sanction.until)}
        given |= {"warning": decision.warning} if decision.warning else {}
    elif decision.warning:
        raise VerdictImpossible
    return news, given


def _to_the_game(dispute: Dispute, decision: Decision, *, now: datetime) -> list[Entry]:
    game, verdict = dispute.game, decision.verdict
    if verdict not in OF_ARBITERS:
        raise VerdictImpossible
    if verdict.row.result is not None:
        return interventions.conclude(game, verdict.row.result, now=now)
    if verdict.row.resumes:
        return interventions.resume(game, dispute.number, seconds=decision.seconds, now=now)
    return interventions.release(game, dispute.number, now=now)


def _lifted(dispute: Dispute, *, now: datetime) -> list[str]:
    """Take away what the first verdict has imposed, where an appeal puts another in its place; the kinds of it.

    Raises VerdictImpossible for LIFTED where nothing is to be lifted.
    """
    if dispute.verdict == Verdict.DISMISSED:
        return []
    kinds = sanctions.lift(dispute.appeal_of_id, now=now) if dispute.appeal_of_id else []
    if dispute.verdict == Verdict.LIFTED and not kinds:
        raise VerdictImpossible
    return kinds


def _imposed(dispute: Dispute, arbiter: User, decision: Decision, *, now: datetime) -> Sanction:
    """A sanction; with a verdict about the game itself it is a warning."""
    kind, against = decision.verdict.row.sanction or Sanction.Kind.WARNING, decision.against
    if decision.verdict in AGAINST_NOBODY:
        raise VerdictImpossible
    if against is None or not dispute.game.has_player(against.pk) or against.is_computer:
        raise VerdictImpossible
    if kind.lasts and not 1 <= decision.days <= LONGEST_DAYS:
        raise VerdictImpossible
    until = now + timedelta(days=decision.days) if kind.lasts else None
    case = {"case_number": dispute.number, "game": dispute.game}
    reason = decision.warning or dispute.reason
    return sanctions.impose(against, kind, reason=reason, imposed_by=arbiter, now=now, until=until, **case)


def _stated(reason: str) -> str:
    reason = texts.cleaned(reason, longest=Dispute.LONGEST)
    if not reason:
        raise ReasonMissing
    return reason


def _clocks(game: Game) -> dict[str, str | None]:
    return {"frozen_until": rfc3339(game.frozen_until)}


def _standing(game: Game) -> dict[str, str | int | None]:
    return {"status": game.status, "result": game.result, "termination": game.termination}


@raises(DisputeClosed, CaseNotYours)
def require_taken(dispute: Dispute, arbiter: User) -> None:
    """Check that the arbiter has taken the case."""
    if not dispute.is_pending:
        raise DisputeClosed
    if dispute.taken_by_id != arbiter.pk:
        raise CaseNotYours


@raises(DisputeClosed, OwnCase)
def require_may_decide(dispute: Dispute, arbiter: User) -> None:
    """Refuse arbiters in games of their own, and in games in which a verdict of theirs was appealed."""
    if not dispute.is_pending:
        raise DisputeClosed
    if dispute.game.has_player(arbiter.pk) or appealed_verdicts(arbiter).filter(game=dispute.game_id).exists():
        raise OwnCase


@raises(locked_game)
def locked_case(number: int) -> Dispute:
    """The dispute with its game, both rows held, the game’s first."""
    game_number = Dispute.objects.filter(pk=number).values_list("game_id", flat=True).first()
    if game_number is None:
        raise NotFound
    game = locked_game(game_number)
    dispute = Dispute.objects.select_for_update().get(pk=number)
    dispute.game = game
    return dispute


def settle_pending(games: Sequence[Game], now: datetime) -> list[Entry]:
    """Close the disputes about how these games end; returns their events."""
    pending = Dispute.objects.pending().filter(game__in=games, category__in=Dispute.ABOUT_THE_END)
    disputes = list(pending.select_related("game").select_for_update(of=("self",)))
    for dispute in disputes:
        dispute.status, dispute.verdict, dispute.decided_at = Dispute.Status.DECIDED, Verdict.SETTLED, now
        dispute.save(update_fields=["status", "verdict", "decided_at"])
    return [dispute_decided(dispute, to=dispute.hearers) for dispute in disputes]


def pending() -> QuerySet[Dispute]:
    """The disputes that are not decided yet: the records of their games are kept."""
    return Dispute.objects.pending()


def appealed_verdicts(arbiter: User) -> QuerySet[Dispute]:
    """The arbiter's verdicts that were appealed: they may not decide further cases of those games."""
    return Dispute.objects.filter(decided_by=arbiter, appeals__isnull=False)
