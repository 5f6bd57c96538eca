"""Reads of challenges, by viewer."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.challenges.models import Challenge, link_digest_of
from games.core.errors import NotFound
from games.players.models import Measure, Rating, Relation


def lobby_for(user_id: int | None, *, now: datetime) -> QuerySet[Challenge]:
    """Open challenges of others, newest first, also those that ask for another rating; a guest sees them all.

    Whoever has blocked the other, neither of two sees a seat of his. Nobody can take one of whom an arbiter lets begin
    no games, so nobody sees it.
    """
    rows = Challenge.objects.open(now=now).filter(kind=Challenge.Kind.OPEN).select_related("challenger")
    suspended = Measure.objects.filter(user=OuterRef("challenger"), kind=Measure.Kind.SUSPENSION, until__gt=now)
    rows = rows.exclude(Exists(suspended))
    if not user_id:
        return rows
    blocks = Relation.objects.filter(blocked=True)
    by_user = blocks.filter(owner=user_id, other=OuterRef("challenger"))
    by_other = blocks.filter(owner=OuterRef("challenger"), other=user_id)
    return rows.exclude(challenger=user_id).exclude(Exists(by_user) | Exists(by_other))


def seats_of_bots(rows: QuerySet[Challenge], *, bots: bool) -> QuerySet[Challenge]:
    """Of the seats those of bots, or with `bots` false those of people."""
    return rows.filter(challenger__bot_since__isnull=not bots)


def challenges_of(user_id: int) -> QuerySet[Challenge]:
    """Challenges that the user has sent, received or taken, newest first."""
    rows = Challenge.objects.filter(Q(challenger=user_id) | Q(opponent=user_id))
    return rows.select_related("challenger", "opponent").order_by("-number")


def open_challenges_of(user_id: int, *, now: datetime) -> QuerySet[Challenge]:
    """Challenges that wait for an answer, from the user or to him, newest first; not those of whom he has blocked."""
    rows = challenges_of(user_id).filter(status=Challenge.Status.OPEN, expires_at__gt=now)
    return rows.exclude(Exists(Relation.objects.filter(owner=user_id, other=OuterRef("challenger"), blocked=True)))


def challenge_for_viewer(number: int, user_id: int | None) -> Challenge:
    """A challenge that the viewer sent, received or took, or any that is for all. Raises NotFound."""
    rows = Challenge.objects.select_related("challenger", "opponent")
    challenge = rows.filter(number=number).first()
    if challenge is None or not challenge.is_visible_to(user_id):
        raise NotFound
    return challenge


def challenge_by_link(secret: str) -> Challenge:
    """The invitation that belongs to a secret, whatever has become of it. Raises NotFound."""
    rows = Challenge.objects.select_related("challenger", "opponent")
    challenge = rows.filter(link_digest=link_digest_of(secret)).first()
    if challenge is None:
        raise NotFound
    return challenge


def people_in(challenges: Iterable[Challenge]) -> set[int]:
    """The ids of everybody who has sent the challenges, or is asked, or has taken them."""
    return {user_id for row in challenges for user_id in (row.challenger_id, row.opponent_id) if user_id}


def shown_ratings_of(challenges: Iterable[Challenge]) -> dict[tuple[int, str, str], int]:
    """The rounded ratings of everybody in the challenges who has one, by user id, rule set and pool."""
    rows = Rating.objects.filter(user_id__in=people_in(challenges)).values_list("user_id", "rules", "pool", "value")
    return {(user_id, rules, pool): round(value) for user_id, rules, pool, value in rows}
