"""Ready-made reasons of verdicts, translated."""

from django.conf import settings
from django.db import models
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

LONGEST_REASON = 2000


class StandardReason(models.TextChoices):
    """Ready-made reasons. Readers see them in their own language.

    The English sentence is stored and is its own key: translated_reason() translates it. A sentence that an arbiter has
    edited is free text and shown as it is.
    """

    NO_PROGRESS = (
        "no_progress",
        _("Neither side can force a win, and the same moves keep coming back. The game is a draw."),
    )
    REPEATED = "repeated", _("The position has occurred often enough by the rules of this game. The game is a draw.")
    WAS_A_DRAW = (
        "was_a_draw",
        _("The server confirms the claim: by its rules the game was already a draw. The game is a draw."),
    )
    PLAYED_ON = (
        "played_on",
        _(
            "By its rules the game was already a draw. Please accept a draw that the rules give: playing on "
            "only delays the end."
        ),
    )
    NOT_REPEATED = (
        "not_repeated",
        _("The position has not occurred often enough with the same side to move; the figures are in the case."),
    )
    CAN_BE_WON = "can_be_won", _("Either side can still win the game. It continues.")
    SITE_WAS_DOWN = (
        "site_was_down",
        _("The move could not reach the server in time, and that was our fault. The game continues."),
    )
    WAS_TOLD = "was_told", _("The server was running, and the notifications were delivered. The loss on time stands.")
    STALLING = (
        "stalling",
        _(
            "The game is lost, and every move comes just before the deadline. Please play at your usual pace, "
            "or resign."
        ),
    )
    OFFERS = "offers", _("Please do not offer a draw again and again when nothing has changed on the board.")
    ABUSE = (
        "abuse",
        _("The tone of your messages is not acceptable here. Write as you would speak to somebody across a board."),
    )
    COMPUTER_HELP = (
        "computer_help",
        _("The moves in several games match those of a program far more often than people’s moves do."),
    )
    NOTHING_FOUND = "nothing_found", _("We have looked at the game and found nothing that has to be changed.")

    def in_language(self, code: str) -> str:
        """The sentence in the given language."""
        with translation.override(code):
            return str(self.label)


def translated_reason(text: str) -> str:
    """A stored reason in the active language."""
    return gettext(text) if text in {each.in_language("en") for each in StandardReason} else text


def as_stored(text: str) -> str:
    """The stored form of a reason: for a ready-made sentence in any language the English one, otherwise the text."""
    for each in StandardReason:
        if text in {each.in_language(code) for code, _name in settings.LANGUAGES}:
            return each.in_language("en")
    return text
