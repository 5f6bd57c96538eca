"""Spectator chat: messages of people who watch a game.

The two players can neither read nor write there until the game is over. No events are recorded, so that logs and
streams cannot leak the chat to the players.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.chat.errors import MessageMissing, SpectatorChatClosed, TooManyMessages
from games.chat.models import SpectatorMessage
from games.chat.queries import may_use_spectator_chat
from games.core.locking import locked_game
from games.core.models.games import Game
from games.core.queries import game_for_viewer
from games.players import guests, relations, sanctions
from games.players.bots import lock_players
from kit import database_time, texts
from kit.errors import NotFound, raises

MOST_AN_HOUR = 30
# How long staff can read a deleted message.
KEPT = timedelta(days=90)


@raises(
    texts.cleaned,
    locked_game,
    lock_players,
    SpectatorChatClosed,
    MessageMissing,
    guests.require_may_type,
    sanctions.require_may_write,
    relations.require_no_block,
    TooManyMessages,
)
def write(number: int, author: User, text: str) -> SpectatorMessage:
    """Post a message in the spectator chat."""
    text = texts.cleaned(text, longest=SpectatorMessage.LONGEST)
    with transaction.atomic():
        # The game is locked first, as everywhere. Locking the author makes the hourly limit exact.
        game = locked_game(number)
        lock_players(author)
        require_not_playing(game, author.pk)
        if not text:
            raise MessageMissing(game)
        _require_may_write(game, author)
        return SpectatorMessage.objects.create(game=game, author=author, ply=game.ply, text=text)


@raises(game_for_viewer, NotFound)
def delete(number: int, author: User, message_id: int) -> None:
    """Delete a message of one's own. Only staff can read it from then on, in case of abuse."""
    game = game_for_viewer(number)
    own = SpectatorMessage.objects.filter(game=game, author=author, pk=message_id, deleted_at=None)
    if not own.update(deleted_at=database_time.now()):
        raise NotFound


def purge_deleted(*, kept_for: Iterable[QuerySet[Any]]) -> None:
    """Remove messages from the database that were deleted more than KEPT ago.

    Messages of games to which a row of `kept_for` refers in a column `game` stay.
    """
    old = SpectatorMessage.objects.filter(deleted_at__lt=database_time.now() - KEPT)
    for rows in kept_for:
        old = old.filter(~Exists(rows.filter(game=OuterRef("game"))))
    old.delete()


@raises(SpectatorChatClosed)
def require_not_playing(game: Game, user_id: int) -> None:
    """Check that the user is no player of the ongoing game."""
    if not may_use_spectator_chat(game, user_id):
        raise SpectatorChatClosed(game)


def _require_may_write(game: Game, author: User) -> None:
    """Check sanctions, blocks between the author and the players, and the hourly limit."""
    guests.require_may_type(author)
    sanctions.require_may_write(author.pk)
    for player_id in game.player_ids:
        if player_id != author.pk:
            relations.require_no_block(author.pk, player_id, game=game)
    # Deleted messages count too: they are still stored, and spectators may have read them.
    since = database_time.now() - timedelta(hours=1)
    if SpectatorMessage.objects.filter(game=game, author=author, created_at__gt=since).count() >= MOST_AN_HOUR:
        raise TooManyMessages(game, most=MOST_AN_HOUR)
