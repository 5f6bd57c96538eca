"""Clubs, members and posts as plain data."""

from collections.abc import Sequence

from django.conf import settings
from django.urls import reverse

from games.clubs.models import Club, JoinRequest, Membership, Post, Role
from games.core.presenters import Data, rfc3339
from games.players.models import Rating
from games.players.presenters import named_player_data
from games.rankings.listed import Distribution


def club_data(club: Club) -> Data:
    """With the number of members, as queries.with_members() has it."""
    return {
        "slug": club.slug,
        "name": club.name,
        "about": club.about,
        "admission": club.admission,
        "members": club.member_count,  # type: ignore[attr-defined]  # annotated
        "founded_at": rfc3339(club.founded_at),
    }


def clubs_data(clubs: Sequence[Club]) -> list[Data]:
    return [club_data(club) for club in clubs]


def member_data(row: Membership) -> Data:
    return named_player_data(row.user) | {"role": Role(row.role).code, "since": rfc3339(row.since)}


def members_data(rows: Sequence[Membership]) -> list[Data]:
    return [member_data(row) for row in rows]


def own_data(row: Membership | JoinRequest) -> Data:
    """What the caller is in a club."""
    if isinstance(row, JoinRequest):
        return {"status": "requested", "role": None, "since": rfc3339(row.asked_at)}
    return {"status": "member", "role": Role(row.role).code, "since": rfc3339(row.since)}


def requests_data(rows: Sequence[JoinRequest]) -> list[Data]:
    return [
        named_player_data(row.user) | {"asked_at": rfc3339(row.asked_at), "was_removed": row.was_removed}
        for row in rows
    ]


def link_data(secret: str) -> Data:
    return {"secret": secret, "url": settings.SITE_URL + reverse("join_club", args=[secret])}


def post_data(post: Post) -> Data:
    """Of a removed one, only that it was removed."""
    return {
        "id": post.pk,
        "author": post.author.username,
        "text": None if post.removed_at else post.text,
        "created_at": rfc3339(post.created_at),
        "removed_by": post.removed_by or None,
    }


def posts_data(posts: Sequence[Post]) -> list[Data]:
    return [post_data(post) for post in posts]


def ranked_data(rating: Rating, places: Distribution) -> Data:
    return named_player_data(rating.user) | {
        "place": places.place_of(round(rating.value)),
        "rating": round(rating.value),
        "games": rating.games,
        "rated_at": rfc3339(rating.rated_at),
    }
