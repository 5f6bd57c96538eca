"""Members and their roles: leaving, removing, naming officers, handing over, and who follows an owner that is gone."""

from django.db import transaction

from accounts.models import User
from games.clubs import founding, roles
from games.clubs.errors import ClubOwnerStays, ClubRoleNeeded
from games.clubs.models import Club, JoinRequest, Membership, Role
from games.players.bots import lock_players
from kit import database_time
from kit.errors import NotFound, raises


@raises(roles.locked, ClubOwnerStays)
def leave(slug: str, player: User) -> None:
    """Leave the club, or withdraw the request to join it; a second time changes nothing."""
    with transaction.atomic():
        club = roles.locked(slug)
        member = roles.membership_of(club, player.pk)
        if member is None:
            JoinRequest.objects.filter(club=club, user=player).update(is_open=False)
            return
        if member.role == Role.OWNER:
            raise ClubOwnerStays
        member.delete()


@raises(roles.locked, roles.require, ClubOwnerStays, ClubRoleNeeded)
def remove(slug: str, officer: User, player: User) -> None:
    """Remove a member, who joins again only if an officer accepts it; nothing changes if they are none.

    Officers remove members, and the owner removes officers too.
    """
    with transaction.atomic():
        club = roles.locked(slug)
        own = roles.require(club, officer, roles.TO_REMOVE_MEMBERS)
        member = roles.membership_of(club, player.pk)
        if member is None:
            return
        if member.role == Role.OWNER:
            raise ClubOwnerStays
        if member.role <= own.role:
            raise ClubRoleNeeded(role=Role.OWNER.code)
        member.delete()
        mark = {"is_open": False, "was_removed": True, "asked_at": database_time.now()}
        JoinRequest.objects.update_or_create(club=club, user=player, defaults=mark)


@raises(NotFound, roles.require, ClubOwnerStays, lock_players, founding.require_may_own)
def give_role(slug: str, owner: User, player: User, role: Role) -> Membership:
    """Make a member an officer, or a member again. With the role of the owner, hand the club over: the former owner is
    an officer then."""
    with transaction.atomic():
        club = roles.locked(slug)
        own = roles.require(club, owner, roles.TO_HAND_OVER if role == Role.OWNER else roles.TO_NAME_OFFICERS)
        member = roles.membership_of(club, player.pk)
        if member is None:
            raise NotFound
        if member.role == role:
            return member
        if member.role == Role.OWNER:
            raise ClubOwnerStays
        if role == Role.OWNER:
            lock_players(player)
            founding.require_may_own(player)
            _set_role(own, Role.OFFICER)
        _set_role(member, role)
        return member


# --- Owners who are gone ----------------------------------------------------------------------------------------------


def leave_all(user: User) -> None:
    """Leave every club for good. Of a club of theirs the oldest officer becomes the owner, or else the oldest member;
    without another member it is dissolved."""
    for club_id in Membership.objects.filter(user=user).values_list("club", flat=True):
        with transaction.atomic():
            club = Club.objects.select_for_update().filter(pk=club_id).first()
            if club is not None:
                Membership.objects.filter(club=club, user=user).delete()
                _have_owner(club)


def replace_closed_owners() -> None:
    """The same for owners whose accounts staff has closed; they stay members, for the account may be opened again. One
    who waits for the deletion of the account stays the owner until then."""
    closed = Membership.objects.filter(role=Role.OWNER, user__is_active=False, user__deletion_due_at=None)
    for pk, club_id in closed.values_list("pk", "club"):
        with transaction.atomic():
            Club.objects.select_for_update().filter(pk=club_id).first()
            former = closed.filter(pk=pk).first()
            heir = _heir(club_id)
            if former is not None and heir is not None and heir.user.is_active:
                _set_role(former, Role.MEMBER)
                _set_role(heir, Role.OWNER)


def _have_owner(club: Club) -> None:
    """The club is locked."""
    if Membership.objects.filter(club=club, role=Role.OWNER).exists():
        return
    heir = _heir(club.pk)
    if heir is None:
        club.delete()
    else:
        _set_role(heir, Role.OWNER)


def _heir(club_id: int) -> Membership | None:
    """Who is to be the next owner; somebody whose account is closed only if there is nobody else."""
    others = Membership.objects.filter(club=club_id).exclude(role=Role.OWNER).select_related("user")
    return others.order_by("-user__is_active", "role", "id").first()


def _set_role(member: Membership, role: Role) -> None:
    member.role = role
    member.save(update_fields=["role"])
