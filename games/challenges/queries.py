"""Queries for challenges, by viewer."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from games.challenges.models import Challenge, ChallengeQuerySet, link_digest_of
from games.core.errors import NotFound
from games.players.models import Rating, Relation, Sanction


def lobby_for(user_id: int | None, *, now: datetime) -> QuerySet[Challenge]:
    """Open challenges of others, newest first, whether the user is eligible or not; all of them for a visitor.

    Leaves out challenges of players whom the user has blocked, and those of suspended players. Challenges of players
    who have blocked the user stay: a comparison with the lobby of a visitor would tell of the block.
    """
    rows = Challenge.objects.open(now=now).filter(kind=Challenge.Kind.OPEN).select_related("challenger")
    suspended = Sanction.objects.filter(user=OuterRef("challenger"), kind=Sanction.Kind.SUSPENSION, until__gt=now)
    rows = rows.exclude(Exists(suspended))
    if not user_id:
        return rows
    blocked = Relation.objects.filter(owner=user_id, other=OuterRef("challenger"), blocked=True)
    return rows.exclude(challenger=user_id).exclude(Exists(blocked))


def challenges_by_bots(rows: QuerySet[Challenge], *, bots: bool) -> QuerySet[Challenge]:
    """The challenges by bots; with `bots` false, those by people."""
    return rows.filter(challenger__bot_since__isnull=not bots)


def challenges_of(user_id: int) -> ChallengeQuerySet:
    """Challenges that the user has sent, received or accepted, newest first."""
    return Challenge.objects.of(user_id).select_related("challenger", "opponent").order_by("-number")


def open_challenges_of(user_id: int, *, now: datetime) -> QuerySet[Challenge]:
    """Unanswered challenges from or to the user, newest first, without those of players whom the user has blocked."""
    rows = challenges_of(user_id).open(now=now)
    return rows.exclude(Exists(Relation.objects.filter(owner=user_id, other=OuterRef("challenger"), blocked=True)))


def challenge_for_viewer(number: int, user_id: int | None) -> Challenge:
    """A challenge that is public, or that the viewer has sent, received or accepted. Raises NotFound."""
    rows = Challenge.objects.select_related("challenger", "opponent")
    challenge = rows.filter(number=number).first()
    if challenge is None or not challenge.is_visible_to(user_id):
        raise NotFound
    return challenge


def challenge_by_link(secret: str) -> Challenge:
    """The challenge with this invitation secret, in any status. Raises NotFound."""
    rows = Challenge.objects.select_related("challenger", "opponent")
    challenge = rows.filter(link_digest=link_digest_of(secret)).first()
    if challenge is None:
        raise NotFound
    return challenge


def people_in(challenges: Iterable[Challenge]) -> set[int]:
    """The user ids of all challengers and opponents."""
    return {user_id for row in challenges for user_id in (row.challenger_id, row.opponent_id) if user_id}


def shown_ratings_of(challenges: Iterable[Challenge]) -> dict[tuple[int, str, str], int]:
    """The rounded ratings of all players in the challenges, by user id, rule set and pool."""
    rows = Rating.objects.filter(user_id__in=people_in(challenges)).values_list("user_id", "rules", "pool", "value")
    return {(user_id, rules, pool): round(value) for user_id, rules, pool, value in rows}
