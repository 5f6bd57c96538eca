"""What the two players of a game write to each other, during it and after it. Nothing here changes a game."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.chat.errors import MessageMissing
from games.chat.events import message_sent
from games.chat.models import Canned, Message
from games.core import event_log, texts
from games.core.event_log import Entry
from games.core.locking import locked_game_of
from games.core.models.games import Game
from games.players import relations, sanctions


@dataclass(frozen=True, slots=True)
class Words:
    """What a player says: a cleaned text of his own, or a sentence of the list, in English and with its key."""

    text: str = ""
    canned: str = ""

    @property
    def own(self) -> str:
        """What he has written himself, which can be the reason of an offer."""
        return "" if self.canned else self.text


SILENCE = Words()


def words_from(text: str, canned: str, *, longest: int = Message.LONGEST) -> Words:
    """A text of `longest` characters at most, or in its place the key of a sentence that is ready (Canned).

    Raises TextTooLong, TextMalformed.
    """
    return Words(Canned(canned).english, canned) if canned else Words(texts.cleaned(text, longest=longest))


def send_message(number: int, player: User, text: str = "", *, canned: str = "") -> Message:
    """Write to the opponent: a text, or in its place the key of a sentence that is ready (Canned).

    Raises NotFound, NotAPlayer, MessageMissing, TextTooLong, TextMalformed, PlayerUnavailable, PlayerBlocked,
    Silenced.
    """
    words = words_from(text, canned)
    with transaction.atomic():
        # Nothing of the row changes, but whoever writes into a game's log holds it.
        game = locked_game_of(number, player.pk)
        if not words.text:
            raise MessageMissing(game)
        require_may_write(game, player, words.text)
        now = timezone.now()
        message = write(game, player, words, now=now)
        event_log.record([sent(message)], now=now)
        return message


def write(game: Game, player: User, words: Words, *, now: datetime) -> Message:
    """Store the words under the lock that the caller has; the caller records them with the rest of its deed."""
    columns = {"text": words.text, "canned": words.canned}
    return Message.objects.create(game=game, author=player, ply=game.ply, **columns, created_at=now)


def sent(message: Message) -> Entry:
    """What the log says of it, to whoever wants to read it."""
    return message_sent(message, to=relations.hearers_of(message.game, message.author_id))


def require_may_write(game: Game, player: User, text: str) -> None:
    """Words, if there are any, reach the opponent; raises PlayerUnavailable, PlayerBlocked, Silenced."""
    if text:
        sanctions.require_may_write(player.pk)
        relations.require_none_between(player.pk, game.opponent_id(player.pk), game=game)
