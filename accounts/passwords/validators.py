"""Refuse passwords that are guessed early, by an offline estimate."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from zxcvbn import zxcvbn

from accounts.look_alikes import RESERVED_WORDS
from accounts.models import User

# The estimate reads no more of a password, and it takes long for longer ones.
LONGEST_READ = 72
# As many guesses take a day at a thousand a second.
FEWEST_GUESSES = 10**8
# zxcvbn recognises the years up to 2019 as such.
YEARS = range(2020, 2041)
# Of letters beside the owner's names. Names and words that are shorter than the second are parts of others.
FEWEST_LETTERS, SHORTEST_WORD = 6, 3


class GuessableValidator:
    """zxcvbn knows 47,000 breached passwords, English words and names, keyboard patterns, dates and repetitions. Beside
    them count German words that are common in passwords, and what is known of the owner.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError if the password needs fewer than FEWEST_GUESSES guesses, or is little but a name."""
        if _is_own_name(password, user):
            raise ValidationError(
                _("This password is your own name with little beside it. Use several unrelated words."),
                code="password_too_similar",
            )
        known = [*_words(), *_known_of(user)]
        if zxcvbn(password[:LONGEST_READ], user_inputs=known)["guesses"] < FEWEST_GUESSES:
            raise ValidationError(
                _("This password is among the first that a thief tries. Use several unrelated words."),
                code="password_too_guessable",
            )

    def get_help_text(self) -> str:
        return str(
            _("Not a common password, nor your name or a word with a year or a few figures. Several words are good.")
        )


@cache
def _words() -> tuple[str, ...]:
    text = (Path(__file__).parent / "german.txt").read_text(encoding="utf-8")
    return (*text.split(), *map(str, YEARS))


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
