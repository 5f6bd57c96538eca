"""What the two players of a game write to each other, during it and after it. Nothing here changes a game."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import entries, errors, events, measures, relations, selectors, texts
from games.events import Entry
from games.models import Canned, Game, Message


def send_message(number: int, player: User, text: str = "", *, canned: str = "") -> Message:
    """Write to the opponent: a text, or in its place the key of a sentence that is ready (Canned).

    Raises NotFound, NotAPlayer, MessageMissing, TextTooLong, TextMalformed, PlayerUnavailable, PlayerBlocked,
    Silenced.
    """
    text = Canned(canned).english if canned else texts.cleaned(text, longest=Message.LONGEST)
    with transaction.atomic():
        # Nothing of the row changes, but whoever writes into a game's log holds it.
        game = selectors.locked_game_of(number, player.pk)
        if not text:
            raise errors.MessageMissing(game)
        require_may_write(game, player, text)
        now = timezone.now()
        message = write(game, player, text, canned=canned, now=now)
        events.record([sent(message)], now=now)
        return message


def write(game: Game, player: User, text: str, *, canned: str = "", now: datetime) -> Message:
    """Store a cleaned text under the lock that the caller has; the caller records it with the rest of its deed."""
    return Message.objects.create(game=game, author=player, ply=game.ply, text=text, canned=canned, created_at=now)


def sent(message: Message) -> Entry:
    """What the log says of it, to whoever wants to read it."""
    return entries.message_sent(message, to=relations.hearers_of(message.game, message.author_id))


def require_may_write(game: Game, player: User, text: str) -> None:
    """Words, if there are any, reach the opponent; raises PlayerUnavailable, PlayerBlocked, Silenced."""
    if text:
        measures.require_may_write(player.pk)
        relations.require_none_between(player.pk, game.opponent_id(player.pk), game=game)
