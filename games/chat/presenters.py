"""Messages and notes as plain data."""

from games.chat.models import Message, Note, RoomMessage
from games.core.presenters import Shape, rfc3339


def message_shape(message: Message) -> Shape:
    """A message of a game, for its players; a sentence of the list in the language in force."""
    return {**room_message_shape(message), "text": message.words, "canned": message.canned or None}


def room_message_shape(message: Message | RoomMessage) -> Shape:
    """A message of a spectator."""
    return {
        "id": message.pk,
        "author": message.author.username,
        "ply": message.ply,
        "text": message.text,
        "at": rfc3339(message.created_at),
    }


def own_note_shape(note: Note | None) -> Shape:
    """A player's note, for himself alone."""
    return {
        "text": note.text if note else "",
        "revealed": bool(note and note.revealed),
        "updated_at": rfc3339(note.updated_at) if note else None,
    }


def revealed_note_shape(note: Note) -> Shape:
    """A note that everybody may read; the caller has seen to it that the game is over."""
    return {"author": note.author.username, "text": note.text, "updated_at": rfc3339(note.updated_at)}
