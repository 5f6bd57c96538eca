"""The refusals of what people say to each other beside a game, a nudge included; a branch of the tree in errors.py."""

from django.utils.translation import gettext_lazy as _

from games.errors import GameRefusal


class RoomClosed(GameRefusal):
    code = "room_closed"
    status = 403
    text = _("While you play this game, its spectators are among themselves.")


class TooManyWords(GameRefusal):
    """`most` is how often one may write there within an hour."""

    code = "too_many_messages"
    status = 409
    text = _("You have written here %(most)s times within an hour. Let others have their say.")


class NudgeOnOwnTurn(GameRefusal):
    code = "nudge_on_own_turn"
    status = 409
    text = _("It is your own move that the game waits for.")


class ClockStands(GameRefusal):
    code = "clock_stands"
    status = 409
    text = _("Your opponent’s clock stands still just now, so he may take his time.")


class NudgeTooSoon(GameRefusal):
    """`may_nudge_at` says from when on, if no pause comes between."""

    code = "nudge_too_soon"
    status = 409
    text = _("It is too soon. First let three days, or half of his time, run on your opponent’s clock.")


class AlreadyNudged(GameRefusal):
    code = "already_nudged"
    status = 409
    text = _("You have reminded your opponent of this move already.")
