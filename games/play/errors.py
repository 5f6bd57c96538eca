"""Errors of playing a game."""

from django.utils.translation import gettext_lazy as _

from games.core.errors import GameRefusal
from kit.errors import Refusal


class GameFrozen(GameRefusal):
    """`until` is when the clocks start again; an arbiter may decide before."""

    code = "game_frozen"
    status = 409
    text = _("This game is under dispute. Until it is decided, nobody can move and both clocks are stopped.")


class VerdictImpossible(Refusal):
    """On pages of staff."""

    code = "impossible_verdict"
    status = 409
    text = _("This decision does not fit the current state of the game.")


class NotYourTurn(GameRefusal):
    code = "not_your_turn"
    status = 409
    text = _("It is your opponent’s turn.")


class StalePly(GameRefusal):
    code = "stale_ply"
    status = 409
    text = _("The game has moved on: half-move %(expected)s is next, not %(ply)s.")


class MoveMalformed(Refusal):
    code = "malformed_move"
    status = 400
    text = _("“%(move)s” is not a move. Write it like d6, d6-f6 or d6-f6xa1.")


class MoveIllegal(GameRefusal):
    """`reason` is a code, `why` the same in words; `legal_moves` are all legal moves."""

    code = "illegal_move"
    status = 422
    text = _("%(move)s is not possible here: %(why)s")


class ConditionalMovesOnOwnTurn(GameRefusal):
    code = "conditional_moves_on_own_turn"
    status = 409
    text = _("It is your turn. Play a move; you can add conditional moves to it.")


class ConditionalMovesRefused(GameRefusal):
    """`line` and `half_move` count from 1; `reason` is as with `illegal_move`, `why` the same in words."""

    code = "conditional_moves_refused"
    status = 422
    text = _("Conditional moves, line %(line)s, half-move %(half_move)s: %(why)s")


class NoZwickmuehle(GameRefusal):
    code = "no_zwickmuehle"
    status = 422
    text = _("You have no Zwickmühle between %(u)s and %(v)s.")


class ZwickmuehlenWithheld(GameRefusal):
    code = "zwickmuehlen_withheld"
    status = 403
    text = _("Zwickmühlen are not shown in your own rated games while they are in progress.")


class AbortTooLate(GameRefusal):
    code = "abort_too_late"
    status = 409
    text = _("You can abort a game only before your own second move. You can still resign or offer a draw.")


class AbortedTooOften(GameRefusal):
    """Games in which you did not make a first move count as well."""

    code = "aborted_too_often"
    status = 409
    text = _(
        "You have already left %(most)s rated games without a result within %(days)s days, so you cannot "
        "abort this one. Play on, resign, or offer a draw."
    )


class DrawOfferOpen(GameRefusal):
    code = "draw_offer_open"
    status = 409
    text = _("A draw offer is already waiting for an answer.")


class DrawOfferTooSoon(GameRefusal):
    code = "draw_offer_too_soon"
    status = 409
    text = _("You can offer a draw again after both of you have moved.")


class NoDrawOffer(GameRefusal):
    code = "no_draw_offer"
    status = 409
    text = _("There is no draw offer to answer.")


class TakebackInRatedGame(GameRefusal):
    code = "takeback_in_rated_game"
    status = 409
    text = _("You can take back moves only in casual games.")


class NothingToTakeBack(GameRefusal):
    code = "nothing_to_take_back"
    status = 409
    text = _("You have not made a move in this game yet.")


class TakebackOpen(GameRefusal):
    code = "takeback_open"
    status = 409
    text = _("A request to take a move back is already waiting for an answer.")


class TakebackTooSoon(GameRefusal):
    code = "takeback_too_soon"
    status = 409
    text = _("Your opponent has declined your request to take this move back. You can ask again after the next move.")


class TakenBackTooOften(GameRefusal):
    code = "taken_back_too_often"
    status = 409
    text = _("You have already taken back %(most)s moves in this game, which is the maximum.")


class NoTakeback(GameRefusal):
    code = "no_takeback"
    status = 409
    text = _("There is no take-back request for you to answer.")


class PauseWithBot(GameRefusal):
    code = "pause_with_bot"
    status = 409
    text = _("Only people can agree on a pause. In a game with a bot, you can take leave instead.")


class PauseInvalid(GameRefusal):
    code = "invalid_pause"
    status = 400
    text = _(
        "A pause must end between one day and %(longest_days)s days from now, and at least one day after "
        "any pause already agreed on."
    )


class PauseOfferOpen(GameRefusal):
    code = "pause_offer_open"
    status = 409
    text = _("A pause offer is already waiting for an answer.")


class PauseOfferTooSoon(GameRefusal):
    code = "pause_offer_too_soon"
    status = 409
    text = _("Your opponent has declined a pause. You can offer one again after the next move.")


class PausedTooOften(GameRefusal):
    code = "paused_too_often"
    status = 409
    text = _("This game has already been paused %(most)s times, which is the maximum.")


class NothingToPause(GameRefusal):
    code = "nothing_to_pause"
    status = 409
    text = _("The player to move has run out of time, so the game cannot be paused. Their opponent can give them time.")


class NoPauseOffer(GameRefusal):
    code = "no_pause_offer"
    status = 409
    text = _("There is no pause offer for you to answer or withdraw.")


class ClaimNotUsed(GameRefusal):
    code = "claim_not_used"
    status = 409
    text = _("Under these rules the server ends drawn games automatically; you do not need to claim.")


class NothingToClaim(GameRefusal):
    code = "nothing_to_claim"
    status = 409
    text = _("You cannot claim the win here: your opponent’s time has not run out.")


class ClaimRefuted(GameRefusal):
    """`claim`, `count`, `needed` and, for a repetition, `plies` say what the server found."""

    code = "claim_refuted"
    status = 409
    text = _("The claim is not justified: %(count)s of %(needed)s needed.")


class TimeGivenTooOften(GameRefusal):
    code = "time_given_too_often"
    status = 409
    text = _("You have already given your opponent %(most)s days, which is the maximum.")


class ReminderOnOwnTurn(GameRefusal):
    code = "reminder_on_own_turn"
    status = 409
    text = _("It is your own move, so you cannot remind your opponent.")


class ClockStands(GameRefusal):
    code = "clock_stands"
    status = 409
    text = _("Your opponent’s clock is paused, so there is no hurry.")


class ReminderTooSoon(GameRefusal):
    """`may_remind_at` says from when on, if no pause comes between."""

    code = "reminder_too_soon"
    status = 409
    text = _(
        "It is too early for a reminder. Wait until three days, or half of the time, have passed on your "
        "opponent’s clock."
    )


class AlreadyReminded(GameRefusal):
    code = "already_reminded"
    status = 409
    text = _("You have already reminded your opponent of this move.")
