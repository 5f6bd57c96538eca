"""Refuse passwords that are guessed early, by an offline estimate."""

import re
import unicodedata
from collections.abc import Iterable

from django.contrib.auth.hashers import check_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.look_alikes import RESERVED_WORDS
from accounts.models import User
from accounts.passwords import former
from accounts.passwords.estimate import guesses

# As many guesses take two months at a thousand a second.
FEWEST_GUESSES = 5 * 10**9
# Of letters beside the owner's names. Names and words that are shorter than the second are parts of others.
FEWEST_LETTERS, SHORTEST_WORD = 6, 3


class FormerValidator:
    """Refuses the password that is in force, those of the last 30 days, and the last one of an account that has none.

    They may have been stolen. That holds for a plain change too: its owner may not know of the theft.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        if user is not None and any(check_password(password, each) for each in former.hashes_of(user)):
            raise ValidationError(
                _("This is your last password, or you used it in the last 30 days. Choose another one."),
                code="password_was_in_force",
            )

    def get_help_text(self) -> str:
        return str(_("Not your last password, nor one you used in the last 30 days."))


class GuessableValidator:
    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError if the password needs fewer than FEWEST_GUESSES guesses, or is little but a name."""
        if _is_own_name(password, user):
            raise ValidationError(
                _("This password is little more than your own name. Use four unrelated words."),
                code="password_too_similar",
            )
        if guesses(password, _known_of(user)) < FEWEST_GUESSES:
            raise ValidationError(
                _("This is one of the first passwords a thief would try. Use four unrelated words."),
                code="password_too_guessable",
            )

    def get_help_text(self) -> str:
        return str(
            _(
                "Not a common password, your name, one or two words, or a short sentence with a few digits. Four "
                "unrelated words work well."
            )
        )


def _known_of(user: User | None) -> list[str]:
    if user is None:
        return []
    address, _dot, _top_level = user.email.rpartition(".")
    texts = (user.username, user.display_name, user.first_name, user.last_name, address)
    return [word for text in texts for word in (text, *re.split(r"[\W_]+", text)) if word]


def _is_own_name(password: str, user: User | None) -> bool:
    """Whether little is left without the owner's names, the words of the site, figures and signs."""
    letters = _letters(password)
    left = _without(_known_of(user), letters)
    return left != letters and len(_without(RESERVED_WORDS, left)) < FEWEST_LETTERS


def _without(words: Iterable[str], letters: str) -> str:
    known = {word for word in map(_letters, words) if len(word) >= SHORTEST_WORD}
    return re.sub("|".join(sorted(known, key=len, reverse=True)) or "(?!)", "", letters)


def _letters(text: str) -> str:
    """The letters alone, without accents. Jörg and joerg are the same."""
    plain = "".join(filter(str.isalpha, unicodedata.normalize("NFKD", text.casefold())))
    return re.sub("([aou])e", r"\1", plain)
