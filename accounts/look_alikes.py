"""Names that look alike, and those that look as if they spoke for the site."""

import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from confusable_homoglyphs.confusables import confusables_data

_FROM_LEFT = "\N{LEFT-TO-RIGHT MARK}"
# What UTS 39 leaves apart and readers do not.
_SAME = str.maketrans({"1": "l", "i": "l", "|": "l", "0": "o"})
_SAME_PAIRS = (("rn", "m"), ("vv", "w"))
# In longer words an l passes for an i. In short ones it makes other names: Mali beside mail.
SHORT = 5
# What stands for a letter in names that are taken for reserved words.
_SPELLINGS = {"a": "[a4@]", "b": "[b8]", "e": "[e3]", "i": "[i1!]", "l": "[l1]", "m": "(?:m|rn)", "o": "[o0]"}
_SPELLINGS |= {"s": "[s5$]", "t": "[t7]", "w": "(?:w|vv)"}
# A letter with a stroke or a hook, which Unicode counts as a letter of its own; and a small capital.
_VARIANT = re.compile(r"LATIN (?:(?:SMALL|CAPITAL) LETTER ([A-Z]) WITH .*|LETTER SMALL CAPITAL ([A-Z]))")


def keys_of(name: str) -> set[str]:
    """What names that look alike have in common: one key at least is the same.

    Spaces, hyphens, full stops, apostrophes and underscores do not count, and neither do strokes and hooks in letters.
    Accents do: Jörg and Jorg are two people.
    """
    return {_skeleton(name), _skeleton(name.casefold())}


def _skeleton(name: str) -> str:
    signs = map(_prototype, unicodedata.normalize("NFD", name))
    letters = "".join(each for each in signs if unicodedata.category(each[0])[0] in "LMN").casefold().translate(_SAME)
    for pair, letter in _SAME_PAIRS:
        letters = letters.replace(pair, letter)
    return unicodedata.normalize("NFC", letters)


def _prototype(letter: str) -> str:
    """The ASCII letter or figure that looks like it, else the one letter of its script that does, else itself."""
    if letter.isascii():
        return letter
    if letter.isdecimal():
        return str(unicodedata.decimal(letter))
    alike = _alike(letter)
    if ascii_letter := next((other for other in alike if other.isascii() and other.isalnum()), ""):
        return ascii_letter
    if variant := _VARIANT.fullmatch(unicodedata.name(letter, "")):
        return (variant[1] or variant[2]).lower()
    if len(alike) != 1:
        return letter
    # Of two letters that look like each other only, the first stands for both.
    return min(letter, *alike) if _alike(alike[0]) == [letter] else alike[0]


def _alike(letter: str) -> list[str]:
    """Single letters that look like it. Those from right to left stand between marks of direction in the data."""
    found = confusables_data.get(letter) or confusables_data.get(f"{_FROM_LEFT}{letter}{_FROM_LEFT}", [])
    others = (each["c"].strip(_FROM_LEFT) for each in found)
    return [other for other in others if len(other) == 1]


def speaks_for_the_site(name: str) -> bool:
    """Whether the name of a person could be taken for the site's, or has the word for somebody who acts for it.

    Such a word counts if it stands apart from the others: `Anna Admin` and `admin_anna`, but not `Badminton-Anna`.
    """
    words = re.split(r"[\W_]+", "".join(each for each in unicodedata.normalize("NFKD", name) if not _is_mark(each)))
    return is_name_of_the_site(name) or any(_matches(_OF_STAFF, word) for word in words)


def is_name_of_the_site(name: str) -> bool:
    """Whether the name could be taken for the site's: reserved words, in any spelling, without anything else.

    Accents, spaces, punctuation, and digits around the words do not count.
    """
    signs = [each for each in unicodedata.normalize("NFKD", name) if each.isalnum() or each in "@$!"]
    return _matches(_OF_THE_SITE, "".join(signs))


def _matches(words: re.Pattern[str], text: str) -> bool:
    read = "".join(map(_prototype, text))
    # A capital I among small letters is read as an l.
    readings = {read, read if read.isupper() else read.replace("I", "l")}
    return any(words.fullmatch(reading.casefold()) for reading in readings)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _spellings_of(word: str) -> str:
    spellings = _SPELLINGS if len(word) < SHORT else _SPELLINGS | {"i": "[il1!]"}
    return "".join(spellings.get(letter, letter) for letter in "".join(map(_prototype, word)).casefold())


def _pattern_of(words: Sequence[str]) -> re.Pattern[str]:
    """Any number of the words; those of two letters alone only, because innocent names consist of them."""
    tiny = [_spellings_of(word) for word in words if len(word) == 2]
    others = "|".join(_spellings_of(word) for word in words if len(word) > 2)
    return re.compile(rf"[0-9!]*(?:{'|'.join([*tiny, f'(?:{others})+'])})[0-9!]*")


# First the words for people who act for the site, then all others.
_STAFF, _OTHERS = (Path(__file__).parent / "reserved_names.txt").read_text(encoding="utf-8").split("\n\n")
RESERVED_WORDS = (*_STAFF.split(), *_OTHERS.split())
_OF_STAFF, _OF_THE_SITE = _pattern_of(_STAFF.split()), _pattern_of(RESERVED_WORDS)
