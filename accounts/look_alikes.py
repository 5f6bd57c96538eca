"""Names that look alike, and those that look as if they spoke for the site."""

import re
import unicodedata
from pathlib import Path

from confusable_homoglyphs.confusables import confusables_data

# What UTS 39 leaves apart and readers do not.
_SAME = str.maketrans({"1": "l", "i": "l", "|": "l", "0": "o"})
_SAME_PAIRS = (("rn", "m"), ("vv", "w"))
# In longer words an l passes for an i. In short ones it makes other names: Mali beside mail.
SHORT = 5
# What stands for a letter in names that are taken for reserved words.
_SPELLINGS = {"a": "[a4@]", "b": "[b8]", "e": "[e3]", "i": "[i1!]", "l": "[l1]", "m": "(?:m|rn)", "o": "[o0]"}
_SPELLINGS |= {"s": "[s5$]", "t": "[t7]", "w": "(?:w|vv)"}


def keys_of(name: str) -> set[str]:
    """What names that look alike have in common: one key at least is the same."""
    return {_skeleton(name), _skeleton(name.casefold())}


def _skeleton(name: str) -> str:
    letters = "".join(map(_prototype, unicodedata.normalize("NFD", name))).casefold().translate(_SAME)
    for pair, letter in _SAME_PAIRS:
        letters = letters.replace(pair, letter)
    return unicodedata.normalize("NFC", letters)


def _prototype(letter: str) -> str:
    """The ASCII letter or figure that looks like it, else itself."""
    if letter.isascii():
        return letter
    alike = (each["c"] for each in confusables_data.get(letter, []))
    return next((other for other in alike if other.isascii() and other.isalnum()), letter)


def is_name_of_the_site(name: str) -> bool:
    """Whether the name could be taken for the site's: reserved words, in any spelling, without anything else.

    Accents, spaces, punctuation, and digits around the words do not count.
    """
    signs = [each for each in unicodedata.normalize("NFKD", name) if each.isalnum() or each in "@$!"]
    read = "".join(map(_prototype, signs))
    # A capital I among small letters is read as an l.
    readings = {read, read if read.isupper() else read.replace("I", "l")}
    return any(_OF_THE_SITE.fullmatch(reading.casefold()) for reading in readings)


def _spellings_of(word: str) -> str:
    spellings = _SPELLINGS if len(word) < SHORT else _SPELLINGS | {"i": "[il1!]"}
    return "".join(spellings.get(letter, letter) for letter in word)


def _pattern_of(words: list[str]) -> re.Pattern[str]:
    """Any number of the words; those of two letters alone only, because innocent names consist of them."""
    tiny = "|".join(_spellings_of(word) for word in words if len(word) == 2)
    others = "|".join(_spellings_of(word) for word in words if len(word) > 2)
    return re.compile(rf"[0-9!]*(?:{tiny}|(?:{others})+)[0-9!]*")


_OF_THE_SITE = _pattern_of((Path(__file__).parent / "reserved_names.txt").read_text(encoding="utf-8").split())
