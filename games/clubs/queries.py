"""Clubs and their members, as everyone sees them."""

from datetime import datetime
from typing import Any, Final

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Lower

from games.clubs.models import Club, JoinRequest, Membership
from games.players.models import Rating
from games.rankings.listed import Distribution, Ranking, ranked
from kit.errors import NotFound, raises

# Of what somebody looks for, so many words count.
MOST_WORDS: Final = 5
# Of a search, in requests.
COST: Final = 2


def with_members(rows: QuerySet[Club]) -> QuerySet[Club]:
    """The clubs with their number of members."""
    members = Membership.objects.filter(club=OuterRef("pk")).order_by().values("club")
    count = Subquery(members.annotate(count=Count("pk")).values("count"), output_field=IntegerField())
    return rows.annotate(member_count=Coalesce(count, 0))


def clubs_found(words: str = "") -> QuerySet[Any]:
    """The clubs whose names have all of the words, by name."""
    rows = with_members(Club.objects.all())
    for word in words.split()[:MOST_WORDS]:
        rows = rows.filter(name__icontains=word)
    return rows.annotate(sorted_as=Lower("name")).order_by("sorted_as")


@raises(NotFound)
def club_at(slug: str) -> Club:
    """The club at this address."""
    club = with_members(Club.objects.filter(slug=slug)).first()
    if club is None:
        raise NotFound
    return club


def members_of(club: Club) -> QuerySet[Membership]:
    """The members: the owner, the officers, and all others; those who have been there for longer first."""
    rows = Membership.objects.filter(club=club, user__is_active=True)
    return rows.select_related("user__profile").order_by("role", "id")


def requests_to(club: Club) -> QuerySet[JoinRequest]:
    """The requests that wait for an answer, the oldest first."""
    rows = JoinRequest.objects.filter(club=club, is_open=True, user__is_active=True)
    return rows.select_related("user__profile").order_by("id")


def open_request_of(club: Club, user_id: int | None) -> JoinRequest | None:
    """The request of the user that waits for an answer."""
    return JoinRequest.objects.filter(club=club, user=user_id, is_open=True).first() if user_id else None


def clubs_of(user_id: int) -> QuerySet[Membership]:
    """The player's memberships with their clubs: the own ones first, then by name."""
    return Membership.objects.filter(user=user_id).select_related("club").order_by("role", Lower("club__name"))


def ranked_members(club: Club, ranking: Ranking, *, at: datetime) -> QuerySet[Rating]:
    """The members who are in this ranking of the site, highest rating first."""
    return ranked(ranking, at=at).filter(user__in=Membership.objects.filter(club=club).values("user"))


def places_in(rows: QuerySet[Rating]) -> Distribution:
    """How many of these ratings are of each height."""
    counts: dict[int, int] = {}
    for value in rows.values_list("value", flat=True):
        counts[round(value)] = counts.get(round(value), 0) + 1
    return Distribution(counts)
