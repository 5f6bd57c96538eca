"""Appeals: whether a verdict can be appealed, and which arbiters may not decide the appeal."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.models import User
from games.core.models.moves import Move
from games.disputes.errors import DisputeDecided
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from kit import database_time
from kit.errors import raises

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


def appealed_verdicts(arbiter: User) -> QuerySet[Dispute]:
    """The arbiter's verdicts that were appealed: they may not decide further cases of those games."""
    return Dispute.objects.filter(decided_by=arbiter, appeals__isnull=False)


@raises(DisputeDecided)
def require_undecided(dispute: Dispute) -> None:
    """What an arbiter has decided goes to another by an appeal, and never by being opened once more.

    Raises DisputeDecided where nothing has come since that could be disputed.
    """
    verdict = _last_verdict(dispute)
    if verdict is not None and not _has_gone_on(dispute, since=verdict.decided_at):
        until = appealable_until(verdict, dispute.opened_by_id)
        raise DisputeDecided(dispute.game, dispute=verdict.number, appeal_until=until)


@raises(DisputeDecided)
def require_unheard(dispute: Dispute) -> None:
    """A draw of the past that an arbiter has looked at is not confirmed for another one, whoever asks."""
    if dispute.confirmed is None:
        return
    heard = Dispute.objects.filter(game=dispute.game, decided_by__isnull=False, evidence__confirmed=dispute.confirmed)
    if verdict := heard.order_by("-number").first():
        raise DisputeDecided(
            dispute.game, dispute=verdict.number, appeal_until=appealable_until(verdict, dispute.opened_by_id)
        )


def same_matter(category: str) -> tuple[str, ...]:
    """The categories that ask the same of an arbiter."""
    return Dispute.ABOUT_THE_END if category in Dispute.ABOUT_THE_END else (category,)


def _last_verdict(dispute: Dispute) -> Dispute | None:
    """The newest that this player was given by an arbiter; messages are new ones every time."""
    if dispute.category == Category.ABUSE:
        return None
    rows = Dispute.objects.filter(game=dispute.game, opened_by=dispute.opened_by, decided_by__isnull=False)
    return rows.filter(category__in=same_matter(dispute.category)).order_by("-decided_at", "-number").first()


def _has_gone_on(dispute: Dispute, *, since: datetime | None) -> bool:
    """Whether a half-move has been played, or the time has run out once more."""
    game = dispute.game
    if dispute.category == Category.TIMEOUT and game.finished_at is not None and since is not None:
        return game.finished_at > since
    return Move.objects.filter(game=game, ply=game.ply, played_at__gt=since).exists()
