"""Messages and notes that a viewer may read."""

from django.db.models import Exists, OuterRef, QuerySet

from games.chat.models import Message, Note, RoomMessage
from games.core.models.games import Game
from games.players.models import Relation
from games.players.queries import mutes_of


def messages_for(game: Game, user_id: int | None) -> QuerySet[Message]:
    """What the two players wrote; nobody else may read it, and the reader not what he has muted."""
    rows = Message.objects.filter(game=game).select_related("author").order_by("id")
    return rows.exclude(Exists(mutes_of(user_id, "author"))) if game.has_player(user_id) else rows.none()


def may_enter_room(game: Game, user_id: int) -> bool:
    """Whether a user who is signed in may read and write among the spectators: the players may not while they play."""
    return not (game.is_ongoing and game.has_player(user_id))


def room_messages_for(game: Game, user_id: int) -> QuerySet[RoomMessage]:
    """What the spectators wrote and kept, the newest first; nothing of whom the reader has muted or blocked.

    The caller has seen to it that he may enter.
    """
    shunned = Relation.objects.filter(owner=user_id, other=OuterRef("author"))
    rows = RoomMessage.objects.filter(~Exists(shunned), game=game, deleted_at=None)
    return rows.select_related("author").order_by("-id")


def own_note(game: Game, user_id: int) -> Note | None:
    """What the user has noted about the game."""
    return Note.objects.filter(game=game, author=user_id).first()


def revealed_notes(game: Game, user_id: int | None) -> QuerySet[Note]:
    """What players let everybody read, which is nothing before the end, and for the reader nothing of whom he mutes."""
    rows = Note.objects.filter(game=game, revealed=True).exclude(Exists(mutes_of(user_id, "author")))
    return rows.none() if game.is_ongoing else rows.select_related("author").order_by("id")
