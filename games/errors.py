"""The base of all refusals of the domain, and those of games.

A subject declares its refusals in a module of its own. Nothing lists them: the API and its documents find them in
`Refusal.kinds`.
"""

from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from games.models import Challenge, Game

Text = str | Promise


class Refusal(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The server will not do what was asked; nothing has changed.

    Every kind has a `code` of its own, which is part of the public contract (docs/api.md has them all), the HTTP
    `status` of an answer, and a `text` for people. `details` are figures for programs (legal moves, plies of a proof);
    they go out beside the text.
    """

    kinds: ClassVar[dict[str, type["Refusal"]]] = {}
    code: ClassVar[str]
    status: ClassVar[int]
    text: ClassVar[Text] = _("This is not possible.")
    # Seconds until the same may be possible, where that is a matter of time alone.
    retry_after: ClassVar[int | None] = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "code" in vars(cls):
            cls.kinds[cls.code] = cls

    def __init__(self, **details: Any) -> None:
        self.details = details
        super().__init__(self.code, details)

    @property
    def message(self) -> str:
        """The sentence for people, in the language in force now."""
        return str(self.text) % self.details

    def __str__(self) -> str:
        return self.message


class NotFound(Refusal):
    code = "not_found"
    status = 404
    text = _("There is nothing here, or nothing that you may see.")


class TextTooLong(Refusal):
    code = "text_too_long"
    status = 400
    text = _("The text is longer than %(longest)s characters.")


class TextMalformed(Refusal):
    code = "malformed_text"
    status = 400
    text = _("The text contains characters that are not allowed.")


# --- Games ------------------------------------------------------------------------------------------------------------


class GameRefusal(Refusal):
    """A refusal in a game; carries the game as it stands, so that a client can catch up.

    On the analysis board, where there is no game, it has no such attribute.
    """

    game: "Game"

    def __init__(self, game: "Game | None", **details: Any) -> None:
        if game is not None:
            self.game = game
        super().__init__(**details)


class NotAPlayer(GameRefusal):
    code = "not_a_player"
    status = 403
    text = _("Only the two players of this game may do this.")


class GameOver(GameRefusal):
    code = "game_over"
    status = 409
    text = _("This game has ended.")


class DeadlinePassed(GameRefusal):
    code = "deadline_passed"
    status = 409
    text = _("The deadline has passed; the game has ended on time.")


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
    text = _("“%(move)s” is not a move. Write d6, d6-f6 or d6-f6xa1.")


class MoveIllegal(GameRefusal):
    """`reason` is one of the engine's reasons, `legal_moves` all that could be played instead."""

    code = "illegal_move"
    status = 422
    text = _("%(move)s is not possible here: %(why)s")


class PlanOnOwnTurn(GameRefusal):
    code = "plan_on_own_turn"
    status = 409
    text = _("It is your turn. Play a move; conditional moves may go with it.")


class PlanRefused(GameRefusal):
    """`line` and `half_move` count from 1; `reason` is one of the engine's reasons, `why` the same in words."""

    code = "plan_refused"
    status = 422
    text = _("Conditional moves, line %(line)s, half-move %(half_move)s: %(why)s")


class NoZwickmuehle(GameRefusal):
    code = "no_zwickmuehle"
    status = 422
    text = _("You have no Zwickmühle between %(u)s and %(v)s.")


class PositionMalformed(Refusal):
    """`problem` says what is wrong with the text, in English and for programmers."""

    code = "malformed_position"
    status = 400
    text = _("“%(position)s” is not a position.")


class PositionImpossible(Refusal):
    """`reason` is one of the engine's faults of a set-up, `why` the same in words."""

    code = "impossible_position"
    status = 422
    text = _("No game can stand like this: %(why)s")


class TooManyMoves(Refusal):
    code = "too_many_moves"
    status = 400
    text = _("At most %(most)s half-moves can be looked at together.")


class RecordMalformed(Refusal):
    """`line` and, where there is one, `ply` say where; `reason` is one of the engine's faults of a record."""

    code = "malformed_record"
    status = 400
    text = _("The record cannot be read. Line %(line)s: %(why)s")


class RecordIllegal(Refusal):
    """The record can be read, but the rules forbid the move on this line; `reason` as with `illegal_move`."""

    code = "illegal_record"
    status = 422
    text = _("Line %(line)s, half-move %(ply)s: %(move)s is not possible there: %(why)s")


class RecordsRefused(Refusal):
    """`faults` say of each game that is wrong (the first fifty) its number, line, half-move, code, reason and why."""

    code = "records_refused"
    status = 422
    text = _("%(count)s of %(games)s games cannot be taken, so nothing was stored.")


class TooManyGames(Refusal):
    code = "too_many_games"
    status = 400
    text = _("At most %(most)s games can be imported together.")


class TooManyTags(Refusal):
    code = "too_many_tags"
    status = 400
    text = _("A record has at most %(most)s tags.")


class TooManyRecords(Refusal):
    code = "too_many_records"
    status = 409
    text = _("You have %(count)s records already, and %(most)s are the most; delete some first.")


class ZwickmuehlenWithheld(GameRefusal):
    code = "zwickmuehlen_withheld"
    status = 403
    text = _("While you play this game for rating you find the Zwickmühlen by yourself.")


class AbortTooLate(GameRefusal):
    code = "abort_too_late"
    status = 409
    text = _("A game can be aborted only before your own second move. You may resign or offer a draw.")


class DrawOfferOpen(GameRefusal):
    code = "draw_offer_open"
    status = 409
    text = _("A draw offer is already waiting for an answer.")


class DrawOfferTooSoon(GameRefusal):
    code = "draw_offer_too_soon"
    status = 409
    text = _("You may offer a draw again after both sides have moved.")


class NoDrawOffer(GameRefusal):
    code = "no_draw_offer"
    status = 409
    text = _("There is no draw offer for you to answer.")


class ClaimNotUsed(GameRefusal):
    code = "claim_not_used"
    status = 409
    text = _("Under these rules the server ends drawn games by itself; there is nothing to claim.")


class NothingToClaim(GameRefusal):
    code = "nothing_to_claim"
    status = 409
    text = _("There is no time-out for you to claim here.")


class ClaimRefuted(GameRefusal):
    """`claim`, `count`, `needed` and, for a repetition, `plies` say what the server found."""

    code = "claim_refuted"
    status = 409
    text = _("The claim does not hold: %(count)s of the required %(needed)s.")


class MessageMissing(GameRefusal):
    code = "message_empty"
    status = 400
    text = _("The message is empty.")


class PlayerUnavailable(GameRefusal):
    """Says no more than that: whoever is blocked is not told."""

    code = "player_unavailable"
    status = 403
    text = _("This is not possible with this player.")


class PlayerBlocked(GameRefusal):
    """For the one who has blocked."""

    code = "player_blocked"
    status = 409
    text = _("You have blocked this player. Lift the block first.")


class OwnRelation(Refusal):
    code = "own_relation"
    status = 409
    text = _("You can neither block nor mute yourself.")


# --- Challenges -------------------------------------------------------------------------------------------------------


class TermsInvalid(Refusal):
    code = "invalid_terms"
    status = 400
    text = _("These terms are not possible because of %(parameter)s.")


class RatingRangeInvalid(Refusal):
    code = "invalid_rating_range"
    status = 400
    text = _("This range of ratings is not possible: lowest first, both between 0 and %(highest)s.")


class OwnChallenge(Refusal):
    code = "own_challenge"
    status = 409
    text = _("You cannot play against yourself.")


class ChallengeClosed(Refusal):
    """Carries the challenge, so that whoever has taken it himself finds his game."""

    code = "challenge_closed"
    status = 409
    text = _("This challenge is no longer open.")

    def __init__(self, challenge: "Challenge") -> None:
        self.challenge = challenge
        super().__init__()


class ChallengeNotForYou(Refusal):
    code = "challenge_not_for_you"
    status = 403
    text = _("This challenge is addressed to somebody else.")


class RatingOutOfRange(Refusal):
    code = "rating_out_of_range"
    status = 403
    text = _("Your rating of %(rating)s does not fit this challenge.")


class ReliabilityTooLow(Refusal):
    """Only for whoever has a figure; `needed` is what the challenge asks for."""

    code = "reliability_too_low"
    status = 403
    text = _("Your reliability of %(reliability)s %% is below the %(needed)s %% that this challenge asks for.")


class TooManyChallenges(Refusal):
    code = "too_many_challenges"
    status = 409
    text = _("You have %(count)s open challenges already; cancel one first.")


class AccountHasPlayed(Refusal):
    code = "account_has_played"
    status = 409
    text = _("This account has played already, as a person. Make a new one for the bot.")


class StaffAccount(Refusal):
    code = "staff_account"
    status = 409
    text = _("This account can administer the site, and no program may. Make a new one for the bot.")


class BotsNotWelcome(Refusal):
    code = "bots_not_welcome"
    status = 403
    text = _("This challenge is for people only.")


class RatedBotNotAgreed(Refusal):
    """`field` is what to send along in order to agree."""

    code = "rated_bot_not_agreed"
    status = 409
    text = _("This would be a rated game against a bot, and you have not said that you want that.")


class BotIsBusy(Refusal):
    code = "bot_is_busy"
    status = 409
    text = _("The bot %(bot)s plays %(count)s games already, which is as many as it may.")


class GameNotOver(GameRefusal):
    code = "game_not_over"
    status = 409
    text = _("A rematch can be asked for when the game has ended.")


class RematchAsked(GameRefusal):
    code = "rematch_asked"
    status = 409
    text = _("A rematch of this game has been asked for already.")
