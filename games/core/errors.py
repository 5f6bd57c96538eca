"""Errors in games, with code and HTTP status."""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from kit.errors import Refusal

if TYPE_CHECKING:
    from games.core.models.games import Game


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
    text = _("This game is over.")


class DeadlinePassed(GameRefusal):
    code = "deadline_passed"
    status = 409
    text = _("The deadline has passed; the game was lost on time.")


class ClockSkewed(Refusal):
    """The deadline of this game may have passed."""

    code = "clock_skewed"
    status = 503
    retry_after = 60
    text = _(
        "The server’s clocks do not agree right now. Until they do, no game is lost on time. Please try "
        "again in a moment."
    )
