"""Which texts show something, over the whole of Unicode. What shows nothing is known here by its name."""

import re
import sys
import unicodedata

import pytest
from django.core.exceptions import ValidationError

from accounts import names
from accounts.validators import shows_something

UNICODE = [chr(point) for point in range(sys.maxunicode + 1)]
WITHOUT_INK = re.compile(
    r"HANGUL .*FILLER|PATTERN BLANK|NULL NOTEHEAD|ZERO WIDTH|WORD JOINER|GRAPHEME JOINER|INVISIBLE|FUNCTION APPLICATION"
    r"|VARIATION SELECTOR|MONGOLIAN VOWEL SEPARATOR|VOWEL INHERENT|^SOFT HYPHEN|^TAG |LANGUAGE TAG|SHORTHAND FORMAT"
    r"|MUSICAL SYMBOL (BEGIN|END) (BEAM|TIE|SLUR|PHRASE)|-TO-(RIGHT|LEFT) (MARK|EMBEDDING|OVERRIDE|ISOLATE)"
    r"|ARABIC LETTER MARK"
)


def _is_without_ink(character: str) -> bool:
    return WITHOUT_INK.search(unicodedata.name(character, "")) is not None


def test_a_character_without_ink_shows_nothing() -> None:
    found = [character for character in UNICODE if _is_without_ink(character)]

    assert len(found) > 350
    assert [unicodedata.name(character) for character in found if shows_something(character)] == []


def test_controls_spaces_and_what_is_not_assigned_show_nothing() -> None:
    assert not any(shows_something(character) for character in UNICODE if unicodedata.category(character)[0] in "CZ")


def test_every_other_letter_digit_and_sign_shows_something() -> None:
    signs = [character for character in UNICODE if unicodedata.category(character)[0] in "LNPS"]

    hidden = [character for character in signs if not shows_something(character)]

    assert {unicodedata.name(character) for character in hidden} == {
        "BRAILLE PATTERN BLANK",
        "HALFWIDTH HANGUL FILLER",
        "HANGUL CHOSEONG FILLER",
        "HANGUL FILLER",
        "HANGUL JUNGSEONG FILLER",
        "MUSICAL SYMBOL NULL NOTEHEAD",
    }


def test_one_visible_character_is_enough() -> None:
    assert shows_something("\u3164\u2800a\u115f")
    assert not shows_something("\u3164\u2800 \n\u115f\u0301\u200b")


@pytest.mark.parametrize("name", ["\u3164\u3164", "\u115f\u1160", "\u2800\u2800"])
def test_no_display_name_shows_nothing(name: str) -> None:
    with pytest.raises(ValidationError):
        names.cleaned(name)
