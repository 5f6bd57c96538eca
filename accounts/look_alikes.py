"""Names that look alike, and those that look as if they spoke for the site."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from confusable_homoglyphs.confusables import confusables_data

_FROM_LEFT = "\N{LEFT-TO-RIGHT MARK}"
# What UTS 39 leaves apart and readers do not.
_SAME = str.maketrans({"1": "l", "i": "l", "|": "l", "0": "o"})
_SAME_PAIRS = (("rn", "m"), ("vv", "w"))
# In longer words an l passes for an i. In short ones it makes other names: Mali beside mail.
SHORT = 5
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
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
    other = min(letter, *alike) if _alike(alike[0]) == [letter] else alike[0]
    # Letters of other scripts are no signs, whatever they look like: 小 and く are parts of names.
    is_sign = unicodedata.category(other)[0] not in "LMN"
    return letter if is_sign and unicodedata.category(letter) == "Lo" and not _is_latin(letter) else other


def _is_latin(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("LATIN")


def _alike(letter: str) -> list[str]:
    """Single letters that look like it. Those from right to left stand between marks of direction in the data."""
    found = confusables_data.get(letter) or confusables_data.get(f"{_FROM_LEFT}{letter}{_FROM_LEFT}", [])
    others = (each["c"].strip(_FROM_LEFT) for each in found)
    return [other for other in others if len(other) == 1]


def speaks_for_the_site(name: str) -> bool:
    """Whether the name of a person could be taken for the site's, or has the word for somebody who acts for it.

    Such a word counts if it stands apart from the others, or beside reserved words and their companions only: `Anna
    Admin`, `annaAdmin` and `admin_anna`, `realadmin`, but not `Badminton-Anna`. A few count at the end of a word too:
    `annaadmin`, and those of scripts without spaces anywhere. `Admin Fan` speaks for nobody.
    """
    readings = list(_readings(_without_marks(name)))
    if is_name_of_the_site(name) or any(_matches(_FOLLOWERS, words[-1]) for words in readings if words):
        return is_name_of_the_site(name)
    return any(map(_is_of_staff, readings))


def _is_of_staff(words: list[str]) -> bool:
    pairs = [first + second for first, second in pairwise(words)]
    patterns = (_OF_STAFF, _GLUED, _UNDIVIDED)
    return any(_matches(pattern, word) for word in words for pattern in patterns) or any(
        _matches(_COMPOUND, pair) for pair in pairs
    )


def is_name_of_the_site(name: str) -> bool:
    """Whether the name could be taken for the site's: reserved words and their companions, in any spelling.

    Accents, spaces, punctuation, and digits around the words do not count. Companions have to stand apart, because
    innocent names consist of them: `The All`, but not `Theall`.
    """
    plain = _without_marks(name)
    joined = "".join(each for each in plain if each.isalnum() or each in "@$!")
    if any(_matches(_OF_THE_SITE, _as_read(text)) for text in (joined, joined.casefold())):
        return True
    return any(map(_is_reserved, _readings(plain)))


def _readings(plain: str) -> Iterator[list[str]]:
    """The words of the name, as it is divided and as it is written in small letters.

    Small letters of other scripts look less like Latin ones than capitals do. Letters that stand alone are one word.
    """
    for text in (plain, plain.casefold()):
        read = _APART.sub(r"\1", _as_read(text))
        for between in (_BETWEEN, _BETWEEN_OR_CHANGING):
            yield [word for word in between.split(read) if word]


def _is_reserved(words: list[str]) -> bool:
    """Whether all words are reserved or companions, and not companions alone."""
    others = [word for word in words if not _matches(_RESERVED, word)]
    return len(others) < len(words) and all(_matches(_COMPANION, word) for word in others)


def _without_marks(name: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKD", name) if unicodedata.category(each)[0] != "M")


def _as_read(text: str) -> str:
    return "".join(map(_prototype, text))


def _matches(words: re.Pattern[str], read: str) -> bool:
    # A capital I among small letters is read as an l.
    readings = {read, read if read.isupper() else read.replace("I", "l")}
    return any(words.fullmatch(reading.casefold()) for reading in readings)


def _spellings_of(word: str) -> str:
    spellings = _SPELLINGS if len(word) < SHORT else _SPELLINGS | {"i": "[il1!]"}
    return "".join(spellings.get(letter, letter) for letter in _as_read(_without_marks(word)).casefold())


def _any_of(words: Iterable[str], endings: str = "") -> str:
    return rf"(?:(?:{'|'.join(map(_spellings_of, words))}){endings})"


def _with_umlauts(words: Iterable[str]) -> list[str]:
    """Those with an umlaut also with two letters for it."""
    return [spelling for word in words for spelling in dict.fromkeys([word, word.translate(_UMLAUTS)])]


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"[0-9!]*(?:{words})[0-9!]*")


_BETWEEN = re.compile(r"[\W_]+")
# What stands between letters that stand alone.
_APART = re.compile(r"(?<![^\W_])([^\W_])[\W_]+(?=[^\W_](?![^\W_]))")
# Digits divide words too, and so does a capital: TheAdmin, MODAnna.
_BETWEEN_OR_CHANGING = re.compile(r"[\W\d_]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_blocks = (Path(__file__).parent / "reserved_names.txt").read_text(encoding="utf-8").split("\n\n")
# The words for people who act for the site, all others, the companions of both, and words for those who follow them.
_SIMPLE, _OTHERS, _COMPANIONS, _FOLLOWING = (_with_umlauts(_blocks[place].split()) for place in (0, 1, 2, 4))
# More of the first: each word before the colon with each after it.
_sides = [[_with_umlauts(side.split()) for side in line.split(":")] for line in _blocks[3].splitlines()]
_COMPOUNDS = [first + second for firsts, seconds in _sides for first in firsts for second in seconds]
_STAFF = [*_SIMPLE, *_COMPOUNDS]
STAFF_WORDS, RESERVED_WORDS = tuple(_STAFF), (*_STAFF, *_OTHERS)
# Endings make other names of short words: Modin beside mod.
_staff = _any_of((word for word in _STAFF if len(word) >= SHORT), "(?:[s5]|en|inn?(?:en)?)?")
_staff = f"(?:{_staff}|{_any_of((word for word in _STAFF if len(word) < SHORT), '[s5]?')})"
# Those of two letters are reserved alone only, because innocent names consist of them.
_longer = f"(?:{_staff}|{_any_of((word for word in _OTHERS if len(word) > 2), '[s5]?')})"
_companions = _any_of(_COMPANIONS)
_beside = f"(?:{_companions}|{_longer})*"
_OF_STAFF = _pattern(f"{_beside}{_staff}{_beside}")
_OF_THE_SITE = _pattern(f"{_longer}+|{_any_of(word for word in _OTHERS if len(word) == 2)}")
_RESERVED = _pattern(f"{_longer}+|{_beside}{_staff}{_beside}")
_GLUED = _pattern(rf"\w+{_any_of(('admin', 'administrator', 'moderator'), '[s5]?')}")
_COMPANION = _pattern(f"{_companions}+")
_COMPOUND = _pattern(_any_of(_COMPOUNDS, "(?:[s5]|en|inn?(?:en)?)?"))
_UNDIVIDED = re.compile(rf".*{_any_of(word for word in _STAFF if unicodedata.east_asian_width(word[0]) == 'W')}.*")
_FOLLOWERS = _pattern(_any_of(_FOLLOWING))
