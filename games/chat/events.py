"""Events of messages."""

from django.utils.translation import gettext_lazy as _

from games.chat.api.event_data import MessageSentData
from games.chat.models import Message
from games.core.event_log import Entry
from games.core.event_types import Audience, Muted, event_type

MESSAGE_SENT = event_type(
    "message_sent",
    _("message sent"),
    data=MessageSentData,
    audience=Audience.PLAYERS,
    muted=Muted.NOTHING,
    permission="chat.view_message",
)


def message_sent(message: Message, *, to: tuple[int, ...]) -> Entry:
    """Sent only to the players in `to`.

    The text of a ready-made sentence is the English one; its key is in `canned`.
    """
    data = {"message": message.pk, "ply": message.ply, "text": message.text}
    if message.canned:
        data["canned"] = message.canned
    kind, author_id = MESSAGE_SENT, message.author_id
    return Entry(type=kind, recipients=to, game=message.game, actor_id=author_id, data=data)
