"""Messages between the two players of a game, during the game and after it. They do not change the game."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.chat.errors import MessageMissing
from games.chat.events import message_sent
from games.chat.models import Canned, Message
from games.core import event_log
from games.core.event_log import Entry
from games.core.locking import locked_game_of
from games.core.models.games import Game
from games.players import guests, relations, sanctions
from kit import texts
from kit.errors import raises


@dataclass(frozen=True, slots=True)
class MessageText:
    """The text of a message: free text that was cleaned, or a ready-made sentence in English with its key."""

    text: str = ""
    canned: str = ""

    @property
    def typed(self) -> str:
        """The free text, which can also be the reason of a draw offer."""
        return "" if self.canned else self.text


NO_TEXT = MessageText()


@raises(texts.cleaned)
def message_text_from(text: str, canned: str, *, longest: int = Message.LONGEST) -> MessageText:
    """Return the cleaned text, or the ready-made sentence with the key `canned`."""
    if canned:
        return MessageText(Canned(canned).english, canned)
    return MessageText(texts.cleaned(text, longest=longest))


@raises(guests.require_may_type, sanctions.require_may_write, relations.require_no_block)
def require_may_write(game: Game, player: User, content: MessageText) -> None:
    """Check that a text, if there is one, may be sent."""
    if content.typed:
        guests.require_may_type(player)
    if content.text:
        sanctions.require_may_write(player.pk)
        relations.require_no_block(player.pk, game.opponent_id(player.pk), game=game)


@raises(message_text_from, locked_game_of, require_may_write, MessageMissing)
def send_message(number: int, player: User, text: str = "", *, canned: str = "") -> Message:
    """Send a message to the opponent: free text, or the ready-made sentence with the key `canned`."""
    content = message_text_from(text, canned)
    with transaction.atomic():
        # The row of the game does not change, but all writers of its event log lock it.
        game = locked_game_of(number, player.pk)
        if not content.text:
            raise MessageMissing(game)
        require_may_write(game, player, content)
        now = game.locked_at
        message = write(game, player, content, now=now)
        event_log.record([sent_event(message)], now=now)
        return message


def write(game: Game, player: User, content: MessageText, *, now: datetime) -> Message:
    """Store a message. The caller holds the lock of the game and records the event."""
    columns = {"text": content.text, "canned": content.canned}
    return Message.objects.create(game=game, author=player, ply=game.ply, **columns, created_at=now)


def sent_event(message: Message) -> Entry:
    """The event of the message, addressed to the players who may read it."""
    return message_sent(message, to=relations.message_recipients(message.game, message.author_id))
