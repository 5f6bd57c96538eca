"""Actions of players: open a dispute, withdraw it, appeal against a verdict; and what goes to another arbiter."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.core import event_log
from games.core.event_log import Entry
from games.core.locking import locked_game_of
from games.core.models.games import Game
from games.core.models.moves import Move
from games.disputes import claims, evidence, freezes
from games.disputes.claims import Finding
from games.disputes.errors import (
    AppealTooLate,
    DisputeClosed,
    DisputeDecided,
    DisputeOpen,
    DisputeTooLate,
    DisputeUnfounded,
    PliesUnknown,
    ReasonMissing,
    TooManyDisputes,
)
from games.disputes.events import dispute_decided, dispute_opened
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.play import interventions, loading
from games.play.endings import drawn
from games.play.errors import NotYourTurn
from games.play.timeouts import settle
from kit import database_time, texts
from kit.errors import NotFound, raises

# --- What has been decided goes to another arbiter by an appeal -------------------------------------------------------


DAYS_TO_APPEAL = 14
Category = Dispute.Category


def appealable_until(dispute: Dispute, player_id: int) -> datetime | None:
    """Until when the player can have another arbiter decide; None where the verdict is final for them, or there is
    none. An appeal of the other side changes nothing."""
    if dispute.decided_at is None or dispute.is_appeal or dispute.verdict == Verdict.SETTLED:
        return None
    until = dispute.decided_at + timedelta(days=DAYS_TO_APPEAL)
    if database_time.now() > until or dispute.appeals.filter(opened_by=player_id).exists():
        return None
    return until


@raises(DisputeDecided)
def _require_undecided(dispute: Dispute) -> None:
    """What an arbiter has decided goes to another by an appeal, and never by being opened once more.

    Raises DisputeDecided where nothing has come since that could be disputed.
    """
    verdict = _last_verdict(dispute)
    if verdict is not None and not _has_gone_on(dispute, since=verdict.decided_at):
        until = appealable_until(verdict, dispute.opened_by_id)
        raise DisputeDecided(dispute.game, dispute=verdict.number, appeal_until=until)


@raises(DisputeDecided)
def _require_unheard(dispute: Dispute) -> None:
    """A draw of the past that an arbiter has looked at is not confirmed for another one, whoever asks."""
    if dispute.confirmed is None:
        return
    heard = Dispute.objects.filter(game=dispute.game, decided_by__isnull=False, evidence__confirmed=dispute.confirmed)
    if verdict := heard.order_by("-number").first():
        raise DisputeDecided(
            dispute.game, dispute=verdict.number, appeal_until=appealable_until(verdict, dispute.opened_by_id)
        )


def _same_matter(category: str) -> tuple[str, ...]:
    """The categories that ask the same of an arbiter."""
    return Dispute.ABOUT_THE_END if category in Dispute.ABOUT_THE_END else (category,)


def _last_verdict(dispute: Dispute) -> Dispute | None:
    """The newest that this player was given by an arbiter; messages are new ones every time."""
    if dispute.category == Category.ABUSE:
        return None
    rows = Dispute.objects.filter(game=dispute.game, opened_by=dispute.opened_by, decided_by__isnull=False)
    return rows.filter(category__in=_same_matter(dispute.category)).order_by("-decided_at", "-number").first()


def _has_gone_on(dispute: Dispute, *, since: datetime | None) -> bool:
    """Whether a half-move has been played, or the time has run out once more."""
    game = dispute.game
    if dispute.category == Category.TIMEOUT and game.finished_at is not None and since is not None:
        return game.finished_at > since
    return Move.objects.filter(game=game, ply=game.ply, played_at__gt=since).exists()


# --- Actions ----------------------------------------------------------------------------------------------------------


# How long after its end a game can be disputed.
DAYS_AFTER_THE_END = 30
MOST_PENDING = 5


@raises(
    settle,
    locked_game_of,
    texts.cleaned,
    _require_undecided,
    _require_unheard,
    ReasonMissing,
    PliesUnknown,
    DisputeUnfounded,
    DisputeTooLate,
    DisputeOpen,
    TooManyDisputes,
    NotYourTurn,
)
def open_dispute(number: int, player: User, *, category: str, text: str = "", plies: Sequence[int] = ()) -> Dispute:
    """Put a game before the server, which decides what it can at once, and else before an arbiter."""
    text = texts.cleaned(text, longest=Dispute.LONGEST)
    # A claim is complete without words.
    if not text and category not in Dispute.ABOUT_THE_END:
        raise ReasonMissing
    # An overdue game is ended first, in a transaction of its own.
    settle(number)
    with transaction.atomic():
        game = locked_game_of(number, player.pk)
        now = database_time.now()
        dispute = Dispute(game=game, opened_by=player, category=category, text=text, opened_at=now)
        dispute.plies = _sound_plies(game, plies)
        _require_may_open(dispute, now=now)
        event_log.record(_opened(dispute, now=now), now=now)
    return dispute


@raises(NotFound, DisputeClosed)
def withdraw_dispute(number: int, player: User) -> Dispute:
    """Withdraw one's own dispute before its verdict; the clocks run again."""
    with transaction.atomic():
        dispute = _locked(number, player)
        if dispute.opened_by_id != player.pk:
            raise NotFound
        now = database_time.now()
        if not dispute.is_pending:
            raise DisputeClosed
        dispute.status = Dispute.Status.WITHDRAWN
        dispute.save(update_fields=["status"])
        event_log.record(interventions.release(dispute.game, dispute.number, now=now), now=now)
    return dispute


@raises(NotFound, texts.cleaned, ReasonMissing, AppealTooLate)
def appeal(number: int, player: User, *, text: str) -> Dispute:
    """Ask for another arbiter, once, soon after the verdict; either player may."""
    text = texts.cleaned(text, longest=Dispute.LONGEST)
    if not text:
        raise ReasonMissing
    freezes.settle_first(number)
    with transaction.atomic():
        decided = _locked(number, player)
        now = database_time.now()
        if appealable_until(decided, player.pk) is None:
            raise AppealTooLate(days=DAYS_TO_APPEAL)
        dispute = Dispute(game=decided.game, opened_by=player, category=decided.category, text=text, opened_at=now)
        dispute.appeal_of, dispute.plies = decided, decided.plies
        _wait_for_oneself(player)
        event_log.record(_for_arbiters(dispute, now=now), now=now)
    return dispute


# --- Opening ----------------------------------------------------------------------------------------------------------


def _opened(dispute: Dispute, *, now: datetime) -> list[Entry]:
    """Decide it by what the server finds, or put it before the arbiters with that."""
    game = dispute.game
    finding = claims.found(game, dispute.category)
    dispute.evidence = {"claims": finding.as_data} if finding else {}
    if dispute.category in Dispute.ABOUT_THE_END:
        dispute.evidence["marked"] = claims.of_marked(game, dispute.plies)
        if confirmed := claims.confirmed(game, dispute.category, dispute.marked):
            dispute.evidence["confirmed"] = confirmed
    if finding and _is_for_the_server(dispute, finding):
        return _decided_at_once(dispute, finding, now=now)
    if finding and finding.proven and dispute.confirmed is None:
        dispute.evidence["confirmed"] = claims.on_the_board(game, finding)
    _require_unheard(dispute)
    return _for_arbiters(dispute, now=now)


def _is_for_the_server(dispute: Dispute, finding: Finding) -> bool:
    """Whether the server decides the claim, and no arbiter. Raises NotYourTurn for a draw on the board that only the
    opponent may claim."""
    game, player_id = dispute.game, dispute.opened_by_id
    if finding.proven and game.on_move_id == player_id:
        return True
    if dispute.confirmed is not None or claims.is_for_people(game, player_id):
        return False
    if finding.proven:
        raise NotYourTurn(game)
    return True


def _for_arbiters(dispute: Dispute, *, now: datetime) -> list[Entry]:
    """Store it with what changes with time, and stop the clocks, or keep with it why they run."""
    is_to_freeze = freezes.is_to_freeze(dispute)
    dispute.evidence["then"] = evidence.snapshot(dispute, now=now)
    dispute.evidence["clocks_run"] = freezes.why_clocks_run(dispute, now=now) if is_to_freeze else None
    dispute.save(force_insert=True)
    news = [dispute_opened(dispute, to=dispute.hearers)]
    if is_to_freeze and not dispute.clocks_run:
        news += freezes.freeze(dispute, now=now)
    return news


def _decided_at_once(dispute: Dispute, finding: Finding, *, now: datetime) -> list[Entry]:
    dispute.status, dispute.decided_at = Dispute.Status.DECIDED, now
    dispute.verdict = Verdict.PROVEN if finding.proven else Verdict.REFUTED
    dispute.save(force_insert=True)
    # There is no event of its opening: it is decided already.
    news = [dispute_decided(dispute, to=dispute.hearers)]
    if proof := finding.proven:
        termination, found = Game.Termination(proof.kind.value), loading.proof_as_data(proof)
        ending = drawn(dispute.game, termination, actor_id=dispute.opened_by_id, proof=found)
        news += interventions.end(ending, now=now)
    return news


def _require_may_open(dispute: Dispute, *, now: datetime) -> None:
    game = dispute.game
    was_lost_on_time = game.termination == Game.Termination.TIMEOUT
    if dispute.category == Dispute.Category.TIMEOUT and not was_lost_on_time:
        raise DisputeUnfounded(game)
    if game.finished_at and now > game.finished_at + timedelta(days=DAYS_AFTER_THE_END):
        raise DisputeTooLate(game, days=DAYS_AFTER_THE_END)
    _require_none_pending(dispute)
    _require_undecided(dispute)
    _wait_for_oneself(dispute.opened_by)
    if Dispute.objects.pending().filter(opened_by=dispute.opened_by).count() >= MOST_PENDING:
        raise TooManyDisputes(most=MOST_PENDING)


def _wait_for_oneself(player: User) -> None:
    """Lock the player, so that disputes opened in several games at the same time are counted one after the other."""
    User.objects.select_for_update(no_key=True).get(pk=player.pk)


def _require_none_pending(dispute: Dispute) -> None:
    """Raises DisputeOpen if the player has a pending dispute or appeal about the same; under the lock of the game."""
    own = Dispute.objects.pending().filter(game=dispute.game, opened_by=dispute.opened_by)
    if own.filter(Q(appeal_of=None) | Q(category__in=_same_matter(dispute.category))).exists():
        raise DisputeOpen(dispute.game)


def _sound_plies(game: Game, plies: Sequence[int]) -> list[int]:
    marked = sorted(set(plies))
    if len(marked) > Dispute.MOST_PLIES or any(not 1 <= ply <= game.ply for ply in marked):
        raise PliesUnknown(game, most=Dispute.MOST_PLIES)
    return marked


def _locked(number: int, player: User) -> Dispute:
    """A dispute that the player may see, with the lock of its game."""
    dispute = Dispute.objects.select_related("game").filter(number=number).first()
    if dispute is None or not dispute.concerns(player.pk):
        raise NotFound
    game = locked_game_of(dispute.game_id, player.pk)
    dispute = Dispute.objects.select_related("opened_by").select_for_update(of=("self",)).get(pk=number)
    dispute.game = game
    return dispute
