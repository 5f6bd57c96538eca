"""Founding a club, changing what it says of itself, dissolving it."""

from dataclasses import dataclass
from typing import Final

from django.db import transaction

from accounts.models import User
from games.clubs import names, roles
from games.clubs.errors import ClubNameTaken, TooManyClubs, TooManyOwnClubs
from games.clubs.models import LONGEST_ABOUT, Club, Membership, Role
from games.players import sanctions
from games.players.bots import lock_players
from games.players.errors import PlayerUnavailable
from kit import locks, texts
from kit.errors import NotFound, raises

MOST_OWNED: Final = 3
MOST_OF_A_PLAYER: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What a club says of itself, and how one joins it."""

    about: str = ""
    admission: str = Club.Admission.OPEN.value


@raises(texts.cleaned, lock_players, PlayerUnavailable, sanctions.require_may_write, ClubNameTaken, TooManyOwnClubs,
        TooManyClubs)  # fmt: skip
def found(founder: User, name: str, wanted: Wording) -> Club:
    """Found a club, whose owner is the founder. Raises ValidationError for a name that no club can have."""
    name, about = names.cleaned(name), texts.cleaned(wanted.about, longest=LONGEST_ABOUT)
    with transaction.atomic():
        # One name is looked up and taken after another.
        locks.hold("clubs.names")
        lock_players(founder)
        if founder.is_guest:
            raise PlayerUnavailable(None)
        sanctions.require_may_write(founder.pk)
        require_may_own(founder)
        require_may_join(founder)
        if Club.objects.filter(name__iexact=name).exists():
            raise ClubNameTaken
        club = Club.objects.create(name=name, slug=names.free_slug(name), about=about, admission=wanted.admission)
        Membership.objects.create(club=club, user=founder, role=Role.OWNER)
        return club


@raises(texts.cleaned, roles.locked, roles.require, sanctions.require_may_write)
def change(slug: str, owner: User, *, about: str | None = None, admission: str | None = None) -> Club:
    """Change what the club says of itself, or how one joins it; None leaves a value as it is.

    An owner who may not write to others keeps the words, or takes them back.
    """
    about = None if about is None else texts.cleaned(about, longest=LONGEST_ABOUT)
    with transaction.atomic():
        club = roles.locked(slug)
        roles.require(club, owner, roles.TO_CHANGE)
        if about is not None:
            if about and about != club.about:
                sanctions.require_may_write(owner.pk)
            club.about = about
        club.admission = club.admission if admission is None else admission
        club.save(update_fields=["about", "admission"])
        return club


@raises(NotFound, roles.require)
def dissolve(slug: str, owner: User) -> None:
    """Delete the club with all that belongs to it."""
    with transaction.atomic():
        club = roles.locked(slug)
        roles.require(club, owner, roles.TO_DISSOLVE)
        club.delete()


@raises(TooManyOwnClubs)
def require_may_own(player: User) -> None:
    """Check that the player can own one club more. Their row is locked."""
    if Membership.objects.filter(user=player, role=Role.OWNER).count() >= MOST_OWNED:
        raise TooManyOwnClubs(most=MOST_OWNED)


@raises(TooManyClubs)
def require_may_join(player: User) -> None:
    """Check that the player can be a member of one club more. Their row is locked."""
    if Membership.objects.filter(user=player).count() >= MOST_OF_A_PLAYER:
        raise TooManyClubs(most=MOST_OF_A_PLAYER)
