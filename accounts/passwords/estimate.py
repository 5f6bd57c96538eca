"""How many guesses a password takes, estimated offline.

zxcvbn finds its parts: breached passwords, English words and names, keyboard patterns, dates, sequences. Beside them
count German words and names, what is liked in passwords here, the years, and the owner's names.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from zxcvbn import matching, scoring

# The estimate reads no more of a password, and it takes long for longer ones.
LONGEST_READ = 72
# Guesses for one character that is in no part.
FIGURE, OTHER = 10, 26
YEARS = [str(year) for year in sorted(range(1900, 2050), key=lambda year: abs(year - 2025))]
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ẞ": "SS"})
# Figures and signs read as letters. The second has other readings of some of them.
_LEET = (str.maketrans("4@83(69!10$5+72", "aabecggiiossttz"), str.maketrans("4@83(69!10$5+72", "aabecggilosstlz"))
# zxcvbn knows the American keyboard.
_GERMAN_KEYS = str.maketrans("yzYZ", "zyZY")
# The shortest unit that repeats, and the longest.
_REPEATED = (re.compile(r"(.+?)\1+"), re.compile(r"(.+)\1+"))

Part = dict[str, Any]
Words = dict[str, dict[str, int]]


def guesses(password: str, known: Iterable[str] = ()) -> float:
    """The fewest guesses for its parts in a row. A sign that stands between them everywhere counts once.

    Parts are multiplied. zxcvbn's own sum takes any four words for safe, even `das ist mein passwort`.
    """
    words = {"all": _words(), "owner": _ranked(map(plain, known))}
    text = _spelled_out(password)[:LONGEST_READ]
    signs = Counter(character for character in text if not character.isalnum()).most_common(1)
    return min([_fewest(text, words), *(OTHER * _fewest(text.replace(sign, ""), words) for sign, _count in signs)])


def plain(text: str) -> str:
    """As the lists have it."""
    return _spelled_out(text).lower()


def _spelled_out(text: str) -> str:
    return unicodedata.normalize("NFC", text).translate(_UMLAUTS)


def _fewest(text: str, words: Words) -> float:
    parts = list(_parts(text, words))
    fewest = [1.0]
    for end, character in enumerate(text):
        ways = [fewest[end] * (FIGURE if character.isdigit() else OTHER)]
        ways += [fewest[part["i"]] * float(scoring.estimate_guesses(part, text)) for part in parts if part["j"] == end]
        fewest.append(min(ways))
    return fewest[-1]


def _parts(text: str, words: Words) -> Iterator[Part]:
    yield from matching.dictionary_match(text, words)
    yield from matching.reverse_dictionary_match(text, words)
    yield from matching.sequence_match(text)
    yield from matching.date_match(text)
    for keys in ({}, _GERMAN_KEYS):
        yield from matching.spatial_match(text.translate(keys))
    for table in _LEET:
        yield from _leet(text, text.translate(table), words)
    for repeated in _REPEATED:
        for found in repeated.finditer(text):
            part = {"i": found.start(), "j": found.end() - 1, "token": found[0]}
            yield part | {"guesses": _fewest(found[1], words) * len(found[0]) / len(found[1])}


def _leet(text: str, read: str, words: Words) -> Iterator[Part]:
    for part in matching.dictionary_match(read, words):
        token = text[part["i"] : part["j"] + 1]
        changed = {sign: letter for sign, letter in zip(token, part["token"], strict=True) if sign != letter}
        if changed:
            yield part | {"token": token, "l33t": True, "sub": changed}


@cache
def _words() -> dict[str, int]:
    """The earliest place of each word in a list."""
    lists = [*matching.RANKED_DICTIONARIES.values(), _ranked(YEARS), _ranked(_file("favourites.txt").split())]
    lists += [_ranked(block.split()) for block in _file("words.txt").split("\n\n")]
    best: dict[str, int] = {}
    for each in lists:
        for word, rank in each.items():
            best[word] = min(rank, best.get(word, rank))
    return best


def _ranked(words: Iterable[str]) -> dict[str, int]:
    ranked: dict[str, int] = matching.build_ranked_dict(list(words))
    return ranked


def _file(name: str) -> str:
    return plain((Path(__file__).parent / name).read_text(encoding="utf-8"))
