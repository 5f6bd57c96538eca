"""Errors that concern players: blocks, sanctions, bot accounts."""

from django.utils.translation import gettext_lazy as _

from games.core.errors import GameRefusal
from kit.errors import Refusal


class WarningOpen(GameRefusal):
    """`warning` is its id."""

    code = "warning_open"
    status = 409
    text = _("You have received a warning. Read and confirm it, then you can play on.")


class Silenced(Refusal):
    """`until` is when you may write again."""

    code = "silenced"
    status = 403
    text = _("An arbiter has decided that you may not write messages for a while.")


class Suspended(Refusal):
    """`until` is when you may begin games again."""

    code = "suspended"
    status = 403
    text = _("An arbiter has decided that you may not begin new games for a while. You can finish games in progress.")


class PlayerUnavailable(GameRefusal):
    # Gives no reason, so that blocked players do not learn of the block.
    code = "player_unavailable"
    status = 403
    text = _("This is not possible with this player.")


class PlayerBlocked(GameRefusal):
    code = "player_blocked"
    status = 409
    text = _("You have blocked this player. Unblock them first.")


class OwnRelation(Refusal):
    code = "own_relation"
    status = 409
    text = _("You can neither block nor mute yourself.")


class GuestsNotWelcome(Refusal):
    code = "guests_not_welcome"
    status = 403
    text = _("This challenge is for players with an account.")


class GuestsPlayCasual(Refusal):
    code = "guests_play_casual"
    status = 403
    text = _("Games with a guest cannot be rated.")


class GuestIsBusy(Refusal):
    code = "guest_is_busy"
    status = 409
    text = _("A guest can play at most %(count)s games at a time.")


class GuestsDoNotWrite(Refusal):
    code = "guests_do_not_write"
    status = 403
    text = _(
        "Guests can only send ready-made messages. Create an account to keep your games and write your own messages."
    )


class GuestsChallengeNobody(Refusal):
    code = "guests_challenge_nobody"
    status = 403
    text = _(
        "As a guest you can post an open challenge or send a link. Create an account to challenge a player by name."
    )


class TooManyGuests(Refusal):
    """On pages, for a visitor who would become a guest."""

    code = "too_many_guests"
    status = 429
    text = _("There are too many guests right now. Create an account to play, or try again later.")


class AccountHasPlayed(Refusal):
    code = "account_has_played"
    status = 409
    text = _("A person has already played with this account. Create a new one for the bot.")


class StaffAccount(Refusal):
    code = "staff_account"
    status = 409
    text = _("This account can administer the site, which no program may do. Create a new one for the bot.")


class BotsNotWelcome(Refusal):
    code = "bots_not_welcome"
    status = 403
    text = _("This challenge is for people only.")


class RatedBotNotAgreed(Refusal):
    """`field` is the request field that declares the agreement."""

    code = "rated_bot_not_agreed"
    status = 409
    text = _("This would be a rated game against a bot. Please confirm that you want this.")


class BotIsBusy(Refusal):
    code = "bot_is_busy"
    status = 409
    text = _("The bot %(bot)s already has %(count)s games, which is its limit.")
