"""Errors of challenges."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.core.errors import GameRefusal
from kit.errors import Refusal

if TYPE_CHECKING:
    from games.challenges.models import Challenge


# --- Challenges -------------------------------------------------------------------------------------------------------


class TermsInvalid(Refusal):
    code = "invalid_terms"
    status = 400
    text = _("These terms do not work: please check %(parameter)s.")


class RatingRangeInvalid(Refusal):
    code = "invalid_rating_range"
    status = 400
    text = _("Please give the lower rating first; both between 0 and %(highest)s.")


class OwnChallenge(Refusal):
    code = "own_challenge"
    status = 409
    text = _("You cannot play against yourself.")


class ChallengeClosed(Refusal):
    """If you may see it, `challenge` has it as it stands: one that you have accepted before has its `game`."""

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
    text = _("Your rating (%(rating)s) is outside the range of this challenge.")


class ReliabilityTooLow(Refusal):
    """Only for players who have a figure; `needed` is the minimum of the challenge."""

    code = "reliability_too_low"
    status = 403
    text = _("Your reliability of %(reliability)s%% is below the %(needed)s%% that this challenge asks for.")


class TooManyChallenges(Refusal):
    code = "too_many_challenges"
    status = 409
    text = _("You already have %(count)s open challenges; withdraw one first.")


class TooManyChallengesToPlayer(Refusal):
    """At most 3 may be open, and at most 10 may have come to nothing within a day."""

    code = "too_many_challenges_to_player"
    status = 409
    text = _(
        "You have sent this player %(count)s challenges that are open or came to nothing; wait before you send another."
    )


class GameNotOver(GameRefusal):
    code = "game_not_over"
    status = 409
    text = _("You can offer a rematch when the game is over.")


class RematchAsked(GameRefusal):
    code = "rematch_asked"
    status = 409
    text = _("A rematch of this game has already been offered.")


class TooManyComputerGames(Refusal):
    code = "too_many_computer_games"
    status = 409
    text = _("You are already playing %(count)s games against computers. Finish one first.")


class ComputersAreBusy(Refusal):
    code = "computers_are_busy"
    status = 429
    retry_after = 60
    text = _("The computers are playing as many games as they can right now. Please try again later.")
