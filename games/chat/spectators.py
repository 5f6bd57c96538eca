"""The spectators' room of a game: what people who do not play it write to each other.

The two players neither read nor write there while they play; when the game is over they may come in. No event tells
anybody of it, so that nothing in a log or a stream tells the players either.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from games.chat.errors import MessageMissing, RoomClosed, TooManyWords
from games.chat.models import RoomMessage
from games.chat.queries import may_enter_room
from games.core import texts
from games.core.errors import NotFound
from games.core.locking import locked_game
from games.core.models.games import Game
from games.core.queries import game_for_viewer
from games.players import relations, sanctions
from games.players.bots import at_the_table

MOST_AN_HOUR = 30
# How long staff can read what its author has taken back.
KEPT = timedelta(days=90)


def write(number: int, author: User, text: str) -> RoomMessage:
    """Write to whoever else looks on.

    Raises NotFound, RoomClosed, MessageMissing, TextTooLong, TextMalformed, TooManyWords, PlayerUnavailable,
    PlayerBlocked, Silenced.
    """
    text = texts.cleaned(text, longest=RoomMessage.LONGEST)
    with transaction.atomic():
        # The game first, as everybody does; and whoever writes twice at once is counted twice.
        game = locked_game(number)
        at_the_table(author)
        require_admitted(game, author.pk)
        if not text:
            raise MessageMissing(game)
        _require_welcome(game, author)
        return RoomMessage.objects.create(game=game, author=author, ply=game.ply, text=text)


def take_back(number: int, author: User, message_id: int) -> None:
    """Delete what one has written there oneself: nobody reads it any more but staff, before whom abuse may be brought.

    Raises NotFound for everything else.
    """
    game = game_for_viewer(number)
    own = RoomMessage.objects.filter(game=game, author=author, pk=message_id, deleted_at=None)
    if not own.update(deleted_at=timezone.now()):
        raise NotFound


def forget_taken_back(*, kept_for: Iterable[QuerySet[Any]]) -> None:
    """Delete for good what was taken back long ago; not in games that rows of `kept_for` name in a column `game`."""
    old = RoomMessage.objects.filter(deleted_at__lt=timezone.now() - KEPT)
    for rows in kept_for:
        old = old.filter(~Exists(rows.filter(game=OuterRef("game"))))
    old.delete()


def require_admitted(game: Game, user_id: int) -> None:
    """Raises RoomClosed for who plays the game."""
    if not may_enter_room(game, user_id):
        raise RoomClosed(game)


def _require_welcome(game: Game, author: User) -> None:
    """Neither of the players is at odds with the author, no arbiter has silenced him, and he leaves room for others."""
    sanctions.require_may_write(author.pk)
    for player_id in game.player_ids:
        if player_id != author.pk:
            relations.require_none_between(author.pk, player_id, game=game)
    # What was taken back counts as well: it is kept, and whoever looked on has read it.
    since = timezone.now() - timedelta(hours=1)
    if RoomMessage.objects.filter(game=game, author=author, created_at__gt=since).count() >= MOST_AN_HOUR:
        raise TooManyWords(game, most=MOST_AN_HOUR)
