"""Who may do what in a club: the least role for each, and the lock of a club under which roles are checked."""

from accounts.models import User
from games.clubs.errors import ClubRoleNeeded, NotAMember
from games.clubs.models import Club, Membership, Role
from kit.errors import NotFound, raises

TO_READ = TO_WRITE = Role.MEMBER
TO_ADMIT = TO_MAKE_LINKS = TO_REMOVE_MEMBERS = TO_REMOVE_POSTS = Role.OFFICER
TO_CHANGE = TO_DISSOLVE = TO_NAME_OFFICERS = TO_HAND_OVER = Role.OWNER


@raises(NotFound)
def locked(slug: str) -> Club:
    """The club, locked: members and roles change one after another. It is locked before the rows of players."""
    club = Club.objects.select_for_update().filter(slug=slug).first()
    if club is None:
        raise NotFound
    return club


def membership_of(club: Club, user_id: int | None) -> Membership | None:
    """The user's row, if they are a member."""
    return Membership.objects.filter(club=club, user=user_id).first() if user_id else None


@raises(NotAMember, ClubRoleNeeded)
def require(club: Club, user: User, least: Role) -> Membership:
    """The user's row, if they have this role in the club or a higher one."""
    row = membership_of(club, user.pk)
    if row is None:
        raise NotAMember
    if row.role > least:
        raise ClubRoleNeeded(role=least.code)
    return row
