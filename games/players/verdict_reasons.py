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
        _("Neither side can win by force any more, and the same moves have come again and again. The game is a draw."),
    )
    REPEATED = "repeated", _("By the rules of this game the position has stood often enough. The game is a draw.")
    WAS_A_DRAW = (
        "was_a_draw",
        _("The server confirms the claim: by its rules the game was a draw before. The game is a draw."),
    )
    PLAYED_ON = (
        "played_on",
        _(
            "By its rules the game was a draw before. Please accept a draw that the rules give: playing on only delays"
            " the game."
        ),
    )
    NOT_REPEATED = (
        "not_repeated",
        _("The position has not stood often enough with the same side to move; the figures are in the case."),
    )
    CAN_BE_WON = "can_be_won", _("The game can still be won by either side. It goes on.")
    SITE_WAS_DOWN = (
        "site_was_down",
        _("The move could not reach the server in time, and the fault was ours. The game goes on."),
    )
    WAS_TOLD = "was_told", _("The server was up, and the notices were delivered. The loss on time stands.")
    STALLING = (
        "stalling",
        _("The game is lost, and every move comes just before the deadline. Please play on as usual, or resign."),
    )
    OFFERS = "offers", _("Please do not offer a draw again and again without a change on the board.")
    ABUSE = "abuse", _("The tone of your messages is not acceptable here. Write to others as you would across a board.")
    COMPUTER_HELP = (
        "computer_help",
        _("The moves of several games agree with a program’s far more often than people’s do."),
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
