"""Which texts show something, over the whole of Unicode. What shows nothing is known here by its name."""

import re
import sys
import unicodedata

import pytest
from django.core.exceptions import ValidationError

from accounts import names
from kit.texts import shows_something

UNICODE = [chr(point) for point in range(sys.maxunicode + 1)]
# Default_Ignorable_Code_Point in Unicode's DerivedCoreProperties.txt, as ranges.
IGNORABLE = (
    "00AD 034F 061C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0 FFF0-FFF8 "
    "1BCA0-1BCA3 1D173-1D17A E0000-E0FFF"
)
# Signs without ink or of something that is not there, and blank hieroglyphs, which Unicode 14 does not know yet.
BLANK = "2800 FFFC 1D159 13441-13442"
WITHOUT_INK = re.compile(
    r"HANGUL .*FILLER|PATTERN BLANK|(FULL|HALF) BLANK|NULL NOTEHEAD|ZERO WIDTH|WORD JOINER|GRAPHEME JOINER|INVISIBLE"
    r"|FUNCTION APPLICATION|VARIATION SELECTOR|MONGOLIAN VOWEL SEPARATOR|VOWEL INHERENT|^SOFT HYPHEN|^TAG |LANGUAGE TAG"
    r"|SHORTHAND FORMAT|MUSICAL SYMBOL (BEGIN|END) (BEAM|TIE|SLUR|PHRASE)|-TO-(RIGHT|LEFT) (MARK|EMBEDDING|OVERRIDE"
    r"|ISOLATE)|ARABIC LETTER MARK|OBJECT REPLACEMENT"
)


def _within(ranges: str) -> set[str]:
    """The characters of ranges such as `00AD 115F-1160`."""
    ends = ((int(first, 16), int(last or first, 16)) for first, _dash, last in map(_parted, ranges.split()))
    return {chr(point) for first, last in ends for point in range(first, last + 1)}


def _parted(item: str) -> tuple[str, str, str]:
    return item.partition("-")


# Controls, formats, surrogates, private use, unassigned; marks, which need a letter; white space.
SHOWS_NOTHING = {
    *_within(IGNORABLE),
    *_within(BLANK),
    *(each for each in UNICODE if unicodedata.category(each) in ("Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me", "Mc")),
    *(each for each in UNICODE if each.isspace()),
}


def test_a_character_shows_something_unless_unicode_says_that_it_is_blank() -> None:
    wrong = [f"U+{ord(each):04X}" for each in UNICODE if shows_something(each) == (each in SHOWS_NOTHING)]

    assert wrong == []


def test_what_is_without_ink_by_its_name_shows_nothing() -> None:
    found = [each for each in UNICODE if WITHOUT_INK.search(unicodedata.name(each, ""))]

    assert len(found) > 350
    assert [unicodedata.name(each) for each in found if shows_something(each)] == []


def test_many_characters_that_show_nothing_show_nothing_together() -> None:
    assert not shows_something("".join(sorted(SHOWS_NOTHING)))


def test_one_visible_character_is_enough() -> None:
    assert shows_something("\u3164\u2800a\u115f")
    assert shows_something("\ufffce\u0301")


@pytest.mark.parametrize(
    "name", ["\u3164\u3164", "\u115f\u1160", "\u2800\u2800", "\ufffc\ufffc", "\u0301\u0301", "\u20dd\u20dd"]
)
def test_no_display_name_shows_nothing(name: str) -> None:
    with pytest.raises(ValidationError):
        names.cleaned(name)
