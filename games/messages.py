"""What the two players of a game write to each other, during it and after it. Nothing here changes a game."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import entries, errors, events, selectors, texts
from games.models import Game, Message


def send_message(number: int, player: User, text: str) -> Message:
    """Write to the opponent.

    Raises NotFound, NotAPlayer, MessageMissing, TextTooLong, TextMalformed.
    """
    text = texts.cleaned(text, longest=Message.LONGEST)
    with transaction.atomic():
        # Nothing of the row changes, but whoever writes into a game's log holds it.
        game = selectors.locked_game_of(number, player.pk)
        if not text:
            raise errors.MessageMissing(game)
        now = timezone.now()
        message = write(game, player, text, now=now)
        events.record([entries.message_sent(message)], now=now)
        return message


def write(game: Game, player: User, text: str, *, now: datetime) -> Message:
    """Store a cleaned text under the lock that the caller has; the caller records it with the rest of its deed."""
    return Message.objects.create(game=game, author=player, ply=game.ply, text=text, created_at=now)
