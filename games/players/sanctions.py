"""Sanctions that arbiters impose on players, and their effects. Ongoing games are played to their end."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from games.core.models.games import Game
from games.players import sanctioned_addresses
from games.players.errors import PlayerUnavailable, Silenced, Suspended, WarningOpen
from games.players.models import Sanction
from kit import database_time
from kit.errors import NotFound, raises

_SILENCING = (Sanction.Kind.MUTE, Sanction.Kind.SUSPENSION)


@raises(Silenced)
def require_may_write(user_id: int) -> None:
    """Check that the player may write to others."""
    if until := _held_until(user_id, *_SILENCING):
        raise Silenced(until=until)


def silenced_until(user: User) -> datetime | None:
    """Until when the player may not write to others."""
    return _held_until(user.pk, *_SILENCING)


@raises(Suspended)
def require_may_begin(user_id: int) -> None:
    """Check that the player may begin games."""
    if until := _held_until(user_id, Sanction.Kind.SUSPENSION):
        raise Suspended(until=until)


@raises(Suspended, PlayerUnavailable)
def require_may_begin_with(user_id: int, other_id: int) -> None:
    """Check in one query that both players may begin games.

    Raises Suspended if the player may not. Raises PlayerUnavailable, which gives no reason, if the other may not;
    challenges that they sent before cannot be accepted either.
    """
    held = Sanction.objects.filter(
        user__in=(user_id, other_id), kind=Sanction.Kind.SUSPENSION, until__gt=database_time.now()
    )
    # The latest end of each player.
    ends = dict(held.order_by("until").values_list("user", "until"))
    if until := ends.get(user_id):
        raise Suspended(until=until)
    if ends:
        raise PlayerUnavailable(None)


@raises(WarningOpen)
def require_acknowledged(game: Game, player: User) -> None:
    """Check that the player has acknowledged all warnings. The game is locked."""
    if warning := warning_before(game, player):
        raise WarningOpen(game, warning=warning.pk)


def warning_before(game: Game, player: User) -> Sanction | None:
    """The newest warning that the player must acknowledge before their next half-move in this game."""
    return warnings_of(player).first() if game.has_warned else None


def warnings_of(player: User) -> QuerySet[Sanction]:
    """The player's unacknowledged warnings, newest first."""
    return Sanction.objects.filter(user=player, kind=Sanction.Kind.WARNING, acknowledged_at=None)


@raises(NotFound)
def acknowledge(sanction_id: int, player: User) -> Sanction:
    """Acknowledge a warning; a second time changes nothing."""
    mine = Sanction.objects.filter(pk=sanction_id, user=player, kind=Sanction.Kind.WARNING)
    mine.filter(acknowledged_at=None).update(acknowledged_at=database_time.now())
    found = mine.first()
    if found is None:
        raise NotFound
    return found


def impose(
    user: User, kind: Sanction.Kind, *, reason: str, imposed_by: User, now: datetime, until: datetime | None, **of: Any
) -> Sanction:
    """Sanction a player; `of` names the case: `case_number` and `game`, or `person_case`.

    One that runs for a time follows the player into new accounts with the same address.
    """
    values = {"reason": reason, "imposed_by": imposed_by, "imposed_at": now, "until": until, **of}
    sanction = Sanction.objects.create(user=user, kind=kind, **values)
    sanctioned_addresses.keep(sanction)
    return sanction


def sanctions_in_force(case_number: int) -> QuerySet[Sanction]:
    """The sanctions imposed by the verdict in this case that have not been lifted."""
    return Sanction.objects.filter(case_number=case_number, lifted_at=None)


def lift(case_number: int, *, now: datetime) -> list[str]:
    """End the sanctions imposed by the verdict in this case now, and return their kinds."""
    return _lift(sanctions_in_force(case_number), now=now)


def lift_of_person(person_case: int, *, now: datetime) -> list[str]:
    """The same for a case about a person."""
    return _lift(sanctions_of_person_in_force(person_case), now=now)


def sanctions_of_person_in_force(person_case: int) -> QuerySet[Sanction]:
    """The sanctions imposed in this case about a person that have not been lifted."""
    return Sanction.objects.filter(person_case=person_case, lifted_at=None)


def _lift(rows: QuerySet[Sanction], *, now: datetime) -> list[str]:
    found = list(rows.select_for_update().order_by("pk"))
    for sanction in found:
        sanction.lifted_at, sanction.acknowledged_at = now, sanction.acknowledged_at or now
        sanction.until = min(sanction.until, now) if sanction.until else None
        sanction.save(update_fields=["lifted_at", "acknowledged_at", "until"])
        sanction.addresses.all().delete()
    return [sanction.kind for sanction in found]


def _held_until(user_id: int, *kinds: Sanction.Kind) -> datetime | None:
    held = Sanction.objects.filter(user=user_id, kind__in=kinds, until__gt=database_time.now())
    return held.order_by("-until").values_list("until", flat=True).first()
