"""Players who do not want each other: the deeds of blocking and muting, and what a block forbids.

A block holds for both sides: the blocked one can neither challenge nor write, nor take a seat or an invitation of the
blocker's, and the blocker cannot either until he lifts it. Games that have begun go on, in silence. Muting hides words
from the one who mutes, and from nobody else. Neither is ever told: no event is written, and the refusal is the same for
whatever reason a player is not to be had.
"""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.core.models.games import Game
from games.players.bots import at_the_table
from games.players.errors import OwnRelation, PlayerBlocked, PlayerUnavailable
from games.players.models import Relation


def change(owner: User, other: User, *, blocked: bool | None = None, muted: bool | None = None) -> Relation:
    """Block or mute a player, or lift it; what is None stays. Raises OwnRelation.

    The row that is returned is stored only where it says something.
    """
    if owner.pk == other.pk:
        raise OwnRelation
    with transaction.atomic():
        # Waits for a challenge or a game that is just beginning between the two, and lets none begin meanwhile.
        at_the_table(owner, other)
        row = Relation.objects.filter(owner=owner, other=other).first() or Relation(owner=owner, other=other)
        before = row.blocked, row.muted
        row.blocked = row.blocked if blocked is None else blocked
        row.muted = row.muted if muted is None else muted
        if (row.blocked, row.muted) != before:
            row.changed_at = timezone.now()
            _store(row)
        return row


def _store(row: Relation) -> None:
    if row.blocked or row.muted:
        row.save()
    else:
        Relation.objects.filter(pk=row.pk).delete()


def require_none_between(player_id: int, other_id: int, *, game: Game | None = None) -> None:
    """Neither of the two has blocked the other; raises PlayerBlocked (by oneself) or PlayerUnavailable."""
    pair = Q(owner=player_id, other=other_id) | Q(owner=other_id, other=player_id)
    owners = set(Relation.objects.filter(pair, blocked=True).values_list("owner", flat=True))
    if player_id in owners:
        raise PlayerBlocked(game)
    if owners:
        raise PlayerUnavailable(game)


def keep_none_between(player: User, other: User, *, game: Game | None = None) -> None:
    """The same, and neither blocks the other before the transaction ends; holds the rows of both."""
    at_the_table(player, other)
    require_none_between(player.pk, other.pk, game=game)


def hearers_of(game: Game, author_id: int) -> tuple[int, ...]:
    """The ids of the players who read what the author writes in the game; himself always."""
    reader = game.opponent_id(author_id)
    is_muted = Relation.objects.filter(owner=reader, other=author_id, muted=True).exists()
    return (author_id,) if is_muted else game.player_ids
