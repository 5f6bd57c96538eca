"""Following players, and whom to tell of an open challenge.

Who follows whom is known to the follower only; of a player everyone sees how many follow them. A block ends the follow
in both directions.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.challenges.models import Challenge
from games.core.event_log import Entry
from games.core.models.terms import Pool
from games.people.errors import OwnFollow, TooManyFollows
from games.people.events import open_challenge_posted
from games.people.models import Follow
from games.players import relations
from games.players.errors import PlayerUnavailable
from games.players.models import Rating, Sanction
from kit.errors import NotFound, raises

MOST_FOLLOWED: Final = 500
# Of one player's challenges, a follower is told once in so long.
TOLD_EVERY: Final = timedelta(hours=1)
# Of those who want to be told, so many are: the players who have followed longest.
MOST_TOLD: Final = 1000


@raises(OwnFollow, relations.lock_without_block, TooManyFollows)
def follow(follower: User, followed: User, *, is_told: bool = False) -> Follow:
    """Follow a player; a second time changes only whether the follower is told of their open challenges."""
    if follower.pk == followed.pk:
        raise OwnFollow
    if followed.is_guest:
        raise PlayerUnavailable(None)
    with transaction.atomic():
        # Waits for a block that is being set at the same time.
        relations.lock_without_block(follower, followed)
        row = Follow.objects.filter(follower=follower, followed=followed).first()
        if row is None:
            if Follow.objects.filter(follower=follower).count() >= MOST_FOLLOWED:
                raise TooManyFollows(most=MOST_FOLLOWED)
            row = Follow(follower=follower, followed=followed)
        row.is_told = is_told
        row.save()
    return row


def unfollow(follower: User, followed: User) -> None:
    """Follow the player no more; a second time changes nothing."""
    Follow.objects.filter(follower=follower, followed=followed).delete()


def end_by_block(owner: User, other: User) -> None:
    """Neither follows the other any more. Both are locked."""
    pair = Q(follower=owner, followed=other) | Q(follower=other, followed=owner)
    Follow.objects.filter(pair).delete()


def follow_of(follower_id: int | None, followed_id: int) -> Follow | None:
    """The row by which the one follows the other, if they do."""
    return Follow.objects.filter(follower=follower_id, followed=followed_id).first() if follower_id else None


@raises(NotFound)
def the_follow_of(follower: User, followed: User) -> Follow:
    """The same; NotFound if they do not."""
    row = follow_of(follower.pk, followed.pk)
    if row is None:
        raise NotFound
    row.followed = followed
    return row


def follows_of(follower_id: int) -> QuerySet[Follow]:
    """The players whom the follower follows, the latest first."""
    rows = Follow.objects.filter(follower=follower_id, followed__is_active=True)
    return rows.select_related("followed", "followed__profile").order_by("-id")


def followers_of(user_id: int) -> int:
    """How many follow the player."""
    return Follow.objects.filter(followed=user_id, follower__is_active=True).count()


# --- Telling ----------------------------------------------------------------------------------------------------------


def tell_followers(challenge: Challenge, now: datetime) -> list[Entry]:
    """What followers are told of an open challenge that they may accept. The challenger is locked."""
    told = _followers_to_tell(challenge, now)
    if not told:
        return []
    Follow.objects.filter(followed=challenge.challenger_id, follower__in=told).update(told_at=now)
    return [open_challenge_posted(challenge, tuple(told))]


def _followers_to_tell(challenge: Challenge, now: datetime) -> list[int]:
    held = Sanction.objects.filter(user=OuterRef("follower"), kind=Sanction.Kind.SUSPENSION, until__gt=now)
    rows = Follow.objects.filter(followed=challenge.challenger_id, is_told=True, follower__is_active=True)
    rows = rows.filter(Q(told_at=None) | Q(told_at__lte=now - TOLD_EVERY)).exclude(Exists(held))
    followers = rows.select_related("follower", "follower__stored_reliability").order_by("id")[:MOST_TOLD]
    players = [row.follower for row in followers]
    values = Rating.objects.filter(user__in=players, rules=challenge.rules).values_list("user", "pool", "value")
    ratings = {(user_id, pool): round(value) for user_id, pool, value in values}
    return [player.pk for player in players if _may_accept(challenge, player, ratings)]


def _may_accept(challenge: Challenge, player: User, ratings: dict[tuple[int, str], int]) -> bool:
    """Whether rating, reliability and the terms for bots let the player accept it."""
    if player.is_bot and not (challenge.challenger.is_bot or challenge.bots_welcome):
        return False
    rating = ratings.get((player.pk, Pool.between(challenge.challenger, player)), round(Rating().value))
    figure = getattr(player, "stored_reliability", None)
    return challenge.is_for_rating(rating) and challenge.is_for_reliability(figure and figure.percent)
