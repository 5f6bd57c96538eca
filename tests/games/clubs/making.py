"""How tests make clubs."""

from accounts.models import User
from games.clubs import founding, joining
from games.clubs.founding import Wording
from games.clubs.models import Club, Membership, Role


def new_club(owner: User, name: str = "Rabenstein", *, officers: list[User] | None = None,
             members: list[User] | None = None, admission: str = "open") -> Club:  # fmt: skip
    """A club with these people."""
    club = founding.found(owner, name, Wording(admission="open"))
    for player in (*(officers or ()), *(members or ())):
        joining.join(club.slug, player)
    Membership.objects.filter(club=club, user__in=officers or ()).update(role=Role.OFFICER)
    return founding.change(club.slug, owner, admission=admission)


def people_in(club: Club) -> dict[str, str]:
    """The role of each member, by name."""
    rows = Membership.objects.filter(club=club).select_related("user").order_by("role", "id")
    return {row.user.username: Role(row.role).code for row in rows}
