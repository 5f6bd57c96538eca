"""When a dispute stops the clocks of its game by itself, and for how long."""

from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from games.core.event_log import Entry
from games.disputes.errors import HoldImpossible
from games.disputes.models import Dispute
from games.play import interventions
from games.play.timeouts import settle
from games.time_off.models import Freeze
from kit.errors import raises

ClocksRun = Dispute.ClocksRun

# The clocks run again if no arbiter takes the case in this time; if one does, after so long from the first assignment.
FROZEN_UNTIL_TAKEN = timedelta(days=7)
FROZEN_WHEN_TAKEN = timedelta(days=14)
# How many disputes of a player stop clocks: in one game, and in all games within DAYS_OF_FREEZES.
MOST_FREEZES = 2
MOST_FREEZES_LATELY, DAYS_OF_FREEZES = 4, 30
# The actions of the audit log for a hold, and for an assignment.
BY_ARBITER, TAKEN = "hold", "take"


def settle_first(number: int) -> None:
    """End an overdue game, in a transaction of its own: a dispute does not stop a clock that has run out."""
    for game_number in Dispute.objects.filter(number=number).values_list("game_id", flat=True):
        settle(game_number)


def is_to_freeze(dispute: Dispute) -> bool:
    """Whether it is about how a game ends that goes on."""
    return dispute.category in Dispute.ABOUT_THE_END and dispute.game.is_ongoing


def why_clocks_run(dispute: Dispute, *, now: datetime) -> Dispute.ClocksRun | None:
    """Why a dispute that is to freeze stops no clock all the same, or None; the row of its author is held."""
    if dispute.appeal_of is not None and dispute.appeal_of.decided_by_id is None:
        return ClocksRun.COUNTED
    if dispute.confirmed is not None and not _was_confirmed_before(dispute):
        return None
    lately = Q(starts_at__gt=now - timedelta(days=DAYS_OF_FREEZES))
    counts = freezes_by(dispute.opened_by_id).aggregate(
        here=Count("pk", filter=Q(game=dispute.game_id)), lately=Count("pk", filter=lately)
    )
    if counts["here"] >= MOST_FREEZES:
        return ClocksRun.GAME_LIMIT
    return ClocksRun.PLAYER_LIMIT if counts["lately"] >= MOST_FREEZES_LATELY else None


def _was_confirmed_before(dispute: Dispute) -> bool:
    """Whether the player has had such a dispute about this game; the limits spare the first one only."""
    own = Dispute.objects.filter(game=dispute.game_id, opened_by=dispute.opened_by_id)
    return own.filter(evidence__confirmed__claim__isnull=False).exists()


def freezes_by(player_id: int) -> QuerySet[Freeze]:
    """Those that came with the player’s own disputes and appeals; not those that arbiters wanted."""
    disputes = Dispute.objects.filter(opened_by=player_id).exclude(audit__action=BY_ARBITER)
    return Freeze.objects.filter(case_number__in=disputes.values("pk"))


def freeze(dispute: Dispute, *, now: datetime) -> list[Entry]:
    """Stop both clocks until an arbiter takes the case."""
    return interventions.hold(dispute.game, dispute.number, until=now + FROZEN_UNTIL_TAKEN, now=now)


@raises(HoldImpossible)
def freeze_for_arbiter(dispute: Dispute, *, now: datetime) -> list[Entry]:
    """Stop both clocks while an arbiter who has taken the case looks at it.

    Raises HoldImpossible where the game is over, or the dispute has held them before: a dispute does so once.
    """
    if not dispute.game.is_ongoing or dispute.freeze_ends_at is not None:
        raise HoldImpossible
    return interventions.hold(dispute.game, dispute.number, until=now + FROZEN_WHEN_TAKEN, now=now)


def freeze_for_longer(dispute: Dispute, *, now: datetime) -> list[Entry]:
    """Somebody has taken it: the clocks that it holds at this moment go on standing; what has thawed stays so.

    Handing it back and taking it again adds nothing to the time from the first taking, which the audit log has.
    """
    game, held_until = dispute.game, dispute.held_until(now=now)
    until = _first_taken(dispute) + FROZEN_WHEN_TAKEN
    if not game.is_frozen(now=now) or held_until is None or until <= held_until:
        return []
    return interventions.hold(game, dispute.number, until=until, now=now)


def _first_taken(dispute: Dispute) -> datetime:
    """When somebody took the case for the first time."""
    found: datetime = dispute.audit.filter(action=TAKEN).earliest("id").created_at
    return found
