"""Blocking and muting players, and what a block forbids.

A block works in both directions: neither player can challenge the other, send them messages, or accept their open
challenges and invitations, until the blocker lifts it. Ongoing games go on without messages. A mute hides messages from
the player who set it, and from nobody else. The other player is never notified: no event is recorded, and the error is
the same for all reasons why a player is unavailable.
"""

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.core.models.games import Game
from games.players.bots import lock_players
from games.players.errors import OwnRelation, PlayerBlocked, PlayerUnavailable
from games.players.models import Relation
from kit import database_time
from kit.errors import raises
from kit.hooks import Hook

# A player has blocked another; both are locked.
has_blocked: Hook[[User, User], None] = Hook()


@raises(lock_players, OwnRelation)
def change(owner: User, other: User, *, blocked: bool | None = None, muted: bool | None = None) -> Relation:
    """Block or mute a player, or undo it; None leaves a value as it is.

    The returned row is stored only if one of the values is true.
    """
    if owner.pk == other.pk:
        raise OwnRelation
    with transaction.atomic():
        # Waits for a challenge or game that is just beginning between the two, and prevents new ones meanwhile.
        lock_players(owner, other)
        row = Relation.objects.filter(owner=owner, other=other).first() or Relation(owner=owner, other=other)
        before = row.blocked, row.muted
        row.blocked = row.blocked if blocked is None else blocked
        row.muted = row.muted if muted is None else muted
        if (row.blocked, row.muted) != before:
            row.changed_at = database_time.now()
            _store(row)
        if row.blocked and not before[0]:
            has_blocked(owner, other)
        return row


def _store(row: Relation) -> None:
    if row.blocked or row.muted:
        row.save()
    else:
        Relation.objects.filter(pk=row.pk).delete()


@raises(PlayerBlocked, PlayerUnavailable)
def require_no_block(player_id: int, other_id: int, *, game: Game | None = None) -> None:
    """Check that neither has blocked the other. PlayerBlocked is for the own block."""
    pair = Q(owner=player_id, other=other_id) | Q(owner=other_id, other=player_id)
    owners = set(Relation.objects.filter(pair, blocked=True).values_list("owner", flat=True))
    if player_id in owners:
        raise PlayerBlocked(game)
    if owners:
        raise PlayerUnavailable(game)


@raises(lock_players, require_no_block)
def lock_without_block(player: User, other: User, *, game: Game | None = None) -> None:
    """The same, and no block can be set before the transaction ends. Locks the rows of both players."""
    lock_players(player, other)
    require_no_block(player.pk, other.pk, game=game)


def message_recipients(game: Game, author_id: int) -> tuple[int, ...]:
    """The ids of the players who may read what the author writes in the game; the author is always one of them."""
    reader = game.opponent_id(author_id)
    is_muted = Relation.objects.filter(owner=reader, other=author_id, muted=True).exists()
    return (author_id,) if is_muted else game.player_ids
