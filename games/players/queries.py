"""Queries for players, ratings and relations."""

from django.core.exceptions import ValidationError
from django.db.models import Count, OuterRef, Q, QuerySet
from django.db.models.functions import Lower

from accounts.models import User
from accounts.validators import validate_username
from games.core.models.games import Game
from games.players.models import Rating, Relation
from kit.errors import NotFound, raises


@raises(NotFound)
def player_by_name(username: str) -> User:
    """The active player with this name, in any case."""
    # Invalid names are not looked up: a NUL character would be an error in the query.
    try:
        validate_username(username)
    except ValidationError as error:
        raise NotFound from error
    player = User.objects.alias(lowered=Lower("username")).filter(lowered=username.lower(), is_active=True).first()
    if player is None:
        raise NotFound
    return player


def deleted_player(username: str) -> User | None:
    """The deleted account that has this name now, or None."""
    return User.objects.filter(username=username, deletion__erased_at__isnull=False).first()


def ratings_of(user_id: int) -> QuerySet[Rating]:
    """The player's ratings: pool of people first; in each pool, the most played rule set first."""
    return Rating.objects.filter(user=user_id).order_by("-pool", "-games", "rules")


def game_counts_of(user_id: int) -> dict[str, int]:
    """The numbers of the player's ongoing, won, drawn, lost and aborted games."""
    won = Q(white=user_id, result="1-0") | Q(black=user_id, result="0-1")
    lost = Q(white=user_id, result="0-1") | Q(black=user_id, result="1-0")
    return Game.objects.of(user_id).aggregate(
        ongoing=Count("pk", filter=Q(status=Game.Status.ONGOING)),
        won=Count("pk", filter=won),
        drawn=Count("pk", filter=Q(result="1/2-1/2")),
        lost=Count("pk", filter=lost),
        aborted=Count("pk", filter=Q(status=Game.Status.ABORTED)),
    )


def relation_between(user_id: int, other_id: int) -> Relation:
    """The user's relation to the other player; an unsaved row if there is none."""
    row = Relation.objects.filter(owner=user_id, other=other_id).first()
    return row or Relation(owner_id=user_id, other_id=other_id)


def relations_of(user_id: int) -> QuerySet[Relation]:
    """The players whom the user has blocked or muted, latest first."""
    return Relation.objects.filter(owner=user_id, other__is_active=True).select_related("other").order_by("-id")


def has_muted(user_id: int | None, other_id: int | None) -> bool:
    return Relation.objects.filter(owner=user_id, other=other_id, muted=True).exists()


def mutes_of(reader: int | OuterRef | None, author: str) -> QuerySet[Relation]:
    """The rows by which the reader has muted the author of an outer row, for a subquery.

    `reader` may be an OuterRef; it refers to the query one level further out.
    """
    owner = OuterRef(reader) if isinstance(reader, OuterRef) else reader
    return Relation.objects.filter(owner=owner, other=OuterRef(author), muted=True)
