"""The refusals of what people say to each other beside a game, a branch of the tree in errors.py."""

from django.utils.translation import gettext_lazy as _

from games.errors import GameRefusal


class RoomClosed(GameRefusal):
    code = "room_closed"
    text = _("While you play this game, its spectators are among themselves.")


class TooManyWords(GameRefusal):
    """`most` is how often one may write there within an hour."""

    code = "too_many_messages"
    text = _("You have written here %(most)s times within an hour. Let others have their say.")
