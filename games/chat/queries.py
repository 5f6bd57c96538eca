"""Messages, spectator chat and notes, as far as a viewer may read them."""

from django.db.models import Exists, OuterRef, QuerySet

from games.chat.models import Message, Note, SpectatorMessage
from games.core.models.games import Game
from games.players.models import Relation
from games.players.queries import mutes_of


def messages_for(game: Game, user_id: int | None) -> QuerySet[Message]:
    """The messages between the players, without those of a muted opponent; empty if the user is not a player."""
    rows = Message.objects.filter(game=game).select_related("author").order_by("id")
    return rows.exclude(Exists(mutes_of(user_id, "author"))) if game.has_player(user_id) else rows.none()


def may_use_spectator_chat(game: Game, user_id: int) -> bool:
    """Whether a signed-in user may read and write in the spectator chat. Players may not while the game is ongoing."""
    return not (game.is_ongoing and game.has_player(user_id))


def spectator_messages_for(game: Game, user_id: int) -> QuerySet[SpectatorMessage]:
    """The messages of the spectator chat, newest first, without deleted ones and those of blocked or muted authors.

    The caller checks that the user may use the chat.
    """
    shunned = Relation.objects.filter(owner=user_id, other=OuterRef("author"))
    rows = SpectatorMessage.objects.filter(~Exists(shunned), game=game, deleted_at=None)
    return rows.select_related("author").order_by("-id")


def own_note(game: Game, user_id: int) -> Note | None:
    return Note.objects.filter(game=game, author=user_id).first()


def revealed_notes(game: Game, user_id: int | None) -> QuerySet[Note]:
    """The revealed notes of a game that is over, without those of authors whom the user has muted."""
    rows = Note.objects.filter(game=game, revealed=True).exclude(Exists(mutes_of(user_id, "author")))
    return rows.none() if game.is_ongoing else rows.select_related("author").order_by("id")
