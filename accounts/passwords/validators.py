"""Refuse passwords that are guessed early, by an offline estimate."""

from functools import cache
from pathlib import Path

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from zxcvbn import zxcvbn

from accounts.models import User

# The estimate reads no more of a password, and it takes long for longer ones.
LONGEST_READ = 72
# As many guesses take a day at a thousand a second.
FEWEST_GUESSES = 10**8
# zxcvbn recognises the years up to 2019 as such.
YEARS = range(2020, 2041)


class GuessableValidator:
    """zxcvbn knows 47,000 breached passwords, English words and names, keyboard patterns, dates and repetitions. Beside
    them count German words that are common in passwords, and what is known of the owner.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError if the password needs fewer than FEWEST_GUESSES guesses."""
        known = [*_words(), *_known_of(user)]
        if zxcvbn(password[:LONGEST_READ], user_inputs=known)["guesses"] < FEWEST_GUESSES:
            raise ValidationError(
                _("This password is among the first that a thief tries. Use several unrelated words."),
                code="password_too_guessable",
            )

    def get_help_text(self) -> str:
        return str(_("Not a common password, nor a word with a year or a few figures. Several words are good."))


@cache
def _words() -> tuple[str, ...]:
    text = (Path(__file__).parent / "german.txt").read_text(encoding="utf-8")
    return (*text.split(), *map(str, YEARS))


def _known_of(user: User | None) -> list[str]:
    if user is None:
        return []
    return [word for word in (user.username, *user.email.replace("@", " ").replace(".", " ").split()) if word]
