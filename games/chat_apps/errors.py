"""Errors of connections to chat apps."""

from django.utils.translation import gettext_lazy as _

from kit.errors import Refusal, Text
from kit.outgoing.addresses import REASONS as OF_ADDRESSES

REASONS: dict[str, Text] = OF_ADDRESSES | {"not_that_app": _("it does not belong to this chat app or is incomplete")}


class ChatPlaceRefused(Refusal):
    """`reason` is a code, `why` the same in words."""

    code = "chat_place_refused"
    status = 422
    text = _("Nothing can be sent to this address: %(why)s.")


class ChatConnectionOff(Refusal):
    code = "chat_connection_off"
    status = 409
    text = _("This chat app is switched off; switch it on first.")


class TooManyChatConnections(Refusal):
    code = "too_many_chat_connections"
    status = 409
    text = _("You already have %(most)s chat apps; delete one first.")
