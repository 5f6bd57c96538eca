"""Errors of messages and spectator chat."""

from django.utils.translation import gettext_lazy as _

from games.core.errors import GameRefusal


class MessageMissing(GameRefusal):
    code = "message_empty"
    status = 400
    text = _("The message is empty.")


class SpectatorChatClosed(GameRefusal):
    code = "spectator_chat_closed"
    status = 403
    text = _("While you are playing this game, the spectator chat is hidden from you.")


class TooManyMessages(GameRefusal):
    code = "too_many_messages"
    status = 409
    text = _("You have written %(most)s messages here within an hour. Please give others a chance to speak.")
