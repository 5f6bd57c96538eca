"""What arbiters have imposed on players, and what that forbids them. Games that go on are played to their end."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.core.errors import NotFound
from games.core.models.games import Game
from games.players.errors import PlayerUnavailable, Silenced, Suspended, WarningOpen
from games.players.models import Measure

_SILENCING = (Measure.Kind.MUTE, Measure.Kind.SUSPENSION)


def require_may_write(user_id: int) -> None:
    """Raises Silenced while the player may not write to others."""
    if until := _held_until(user_id, *_SILENCING):
        raise Silenced(until=until)


def require_may_begin(user_id: int) -> None:
    """Raises Suspended while the player may not begin games."""
    if until := _held_until(user_id, Measure.Kind.SUSPENSION):
        raise Suspended(until=until)


def require_may_begin_with(user_id: int, other_id: int) -> None:
    """Raises Suspended while the player may not begin games, and PlayerUnavailable, which says no more, while the other
    may not: what he has sent before begins none either. In one query."""
    held = Measure.objects.filter(user__in=(user_id, other_id), kind=Measure.Kind.SUSPENSION, until__gt=timezone.now())
    # Of each the latest.
    ends = dict(held.order_by("until").values_list("user", "until"))
    if until := ends.get(user_id):
        raise Suspended(until=until)
    if ends:
        raise PlayerUnavailable(None)


def require_acknowledged(game: Game, player: User) -> None:
    """Raises WarningOpen for a player who has not yet read what he was warned of; the game was locked."""
    if warning := warning_before(game, player):
        raise WarningOpen(game, warning=warning.pk)


def warning_before(game: Game, player: User) -> Measure | None:
    """The newest warning that stands before the next half-move of the player in this game."""
    return warnings_of(player).first() if game.has_warned else None


def warnings_of(player: User) -> QuerySet[Measure]:
    """The warnings that wait to be acknowledged, newest first."""
    rows = Measure.objects.filter(user=player, kind=Measure.Kind.WARNING, acknowledged_at=None)
    return rows.select_related("dispute")


def acknowledge(measure_id: int, player: User) -> Measure:
    """Say that one has read a warning; a second time changes nothing. Raises NotFound."""
    mine = Measure.objects.filter(pk=measure_id, user=player, kind=Measure.Kind.WARNING)
    mine.filter(acknowledged_at=None).update(acknowledged_at=timezone.now())
    found = mine.select_related("dispute").first()
    if found is None:
        raise NotFound
    return found


def standing_from(dispute_number: int) -> QuerySet[Measure]:
    """What was imposed by the verdict in this dispute, and not taken away since."""
    return Measure.objects.filter(dispute=dispute_number, lifted_at=None)


def lift(dispute_number: int, *, now: datetime) -> list[str]:
    """Take away what was imposed by the verdict in this dispute, as if it had ended now; the kinds of what it was."""
    found = list(standing_from(dispute_number).select_for_update().order_by("pk"))
    for measure in found:
        measure.lifted_at, measure.acknowledged_at = now, measure.acknowledged_at or now
        measure.until = min(measure.until, now) if measure.until else None
        measure.save(update_fields=["lifted_at", "acknowledged_at", "until"])
    return [measure.kind for measure in found]


def _held_until(user_id: int, *kinds: Measure.Kind) -> datetime | None:
    held = Measure.objects.filter(user=user_id, kind__in=kinds, until__gt=timezone.now())
    return held.order_by("-until").values_list("until", flat=True).first()
