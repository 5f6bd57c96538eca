"""Errors of toasts."""

from games.core.errors import GameRefusal


class AlreadyToasted(GameRefusal):
    code = "already_toasted"
    status = 409
    text = "You have raised your glass to this game."
