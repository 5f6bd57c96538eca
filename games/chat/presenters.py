"""Messages and notes as plain data."""

from games.chat.models import Message, Note, SpectatorMessage
from games.core.presenters import Data, rfc3339


def message_data(message: Message) -> Data:
    """A message between players; a ready-made sentence is in the active language."""
    return {**spectator_message_data(message), "text": message.translated_text, "canned": message.canned or None}


def spectator_message_data(message: Message | SpectatorMessage) -> Data:
    return {
        "id": message.pk,
        "author": message.author.username,
        "ply": message.ply,
        "text": message.text,
        "at": rfc3339(message.created_at),
    }


def own_note_data(note: Note | None) -> Data:
    """A player's own note; empty values if there is none."""
    return {
        "text": note.text if note else "",
        "revealed": bool(note and note.revealed),
        "updated_at": rfc3339(note.updated_at) if note else None,
    }


def revealed_note_data(note: Note) -> Data:
    """A revealed note. The caller checks that the game is over."""
    return {"author": note.author.username, "text": note.text, "updated_at": rfc3339(note.updated_at)}
