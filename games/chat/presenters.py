"""Messages and notes as plain data."""

from games.chat.models import Message, Note, SpectatorMessage
from games.core.presenters import Shape, rfc3339


def message_shape(message: Message) -> Shape:
    """A message between players; a ready-made sentence is in the active language."""
    return {**spectator_message_shape(message), "text": message.translated_text, "canned": message.canned or None}


def spectator_message_shape(message: Message | SpectatorMessage) -> Shape:
    return {
        "id": message.pk,
        "author": message.author.username,
        "ply": message.ply,
        "text": message.text,
        "at": rfc3339(message.created_at),
    }


def own_note_shape(note: Note | None) -> Shape:
    """A player's own note; empty values if there is none."""
    return {
        "text": note.text if note else "",
        "revealed": bool(note and note.revealed),
        "updated_at": rfc3339(note.updated_at) if note else None,
    }


def revealed_note_shape(note: Note) -> Shape:
    """A revealed note. The caller checks that the game is over."""
    return {"author": note.author.username, "text": note.text, "updated_at": rfc3339(note.updated_at)}
