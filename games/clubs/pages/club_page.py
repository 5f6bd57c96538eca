"""What all pages of one club have: the club, and what its reader is in it."""

from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest

from games.clubs.models import Club, JoinRequest, Membership, Role
from games.clubs.queries import club_at, open_request_of, requests_to
from games.clubs.roles import membership_of
from kit.pages import get_or_404


@dataclass(frozen=True)
class ClubPage:
    """`own` is the reader's membership, and `request` their request that waits for an answer."""

    club: Club
    own: Membership | None
    request: JoinRequest | None

    @property
    def is_officer(self) -> bool:
        return self.own is not None and self.own.role <= Role.OFFICER

    @property
    def is_owner(self) -> bool:
        return self.own is not None and self.own.role == Role.OWNER

    @property
    def admission(self) -> Club.Admission:
        return Club.Admission(self.club.admission)

    @cached_property
    def waiting(self) -> int:
        """How many requests wait for the officers."""
        return requests_to(self.club).count()


def page_of_club(request: HttpRequest, slug: str) -> ClubPage:
    """Raises Http404."""
    club = get_or_404(lambda: club_at(slug))
    own = membership_of(club, request.user.pk)
    return ClubPage(club, own, None if own else open_request_of(club, request.user.pk))
