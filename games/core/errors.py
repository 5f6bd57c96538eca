"""The base of all errors that the domain raises, and those that every app may raise.

`code` is part of the public API (docs/api/errors.md lists all codes); the text is for people and translated."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from games.core.models.games import Game


Text = str | Promise


class Refusal(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The server will not do what was asked; nothing has changed.

    Every kind has a `code` of its own, which is part of the public API (docs/api/errors.md has them all), the HTTP
    `status` of an answer, and a `text` for people. `details` are figures for programs (legal moves, plies of a proof);
    they go out beside the text. The docstring of a kind tells developers of clients about them, in docs/api/errors.md.
    """

    kinds: ClassVar[dict[str, type["Refusal"]]] = {}
    code: ClassVar[str]
    status: ClassVar[int]
    text: ClassVar[Text] = _("This is not possible.")
    # Seconds until the same may be possible, if it depends only on time.
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
    text = _("Not found, or you have no access to it.")


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


class StreamsFull(Refusal):
    code = "streams_full"
    status = 503
    retry_after = 5
    text = _("Too many streams are open right now; please try again in a moment.")


class TooManyStreams(Refusal):
    code = "too_many_streams"
    status = 429
    retry_after = 5
    text = _("You already have %(count)s streams open; close one first.")


class TooManyDownloads(Refusal):
    code = "too_many_downloads"
    status = 429
    retry_after = 5
    text = _("You already have a download in progress. Please wait until it has finished.")
