"""Events of messages."""

from games.chat.models import Message
from games.core.event_log import Entry
from games.core.models.events import Event


def message_sent(message: Message, *, to: tuple[int, ...]) -> Entry:
    """For the two players only (Event.PRIVATE_TYPES), and of them for those `to` whom it is told.

    A sentence of the list is there in English, whatever the readers speak, with its key in `canned`.
    """
    data = {"message": message.pk, "ply": message.ply, "text": message.text}
    if message.canned:
        data["canned"] = message.canned
    kind, author_id = Event.Type.MESSAGE_SENT, message.author_id
    return Entry(type=kind, recipients=to, game=message.game, actor_id=author_id, data=data)
