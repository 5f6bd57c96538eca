"""Which letters stand together in a display name: those of one script, so that none stands for one of another.

The scripts are those that Unicode recommends (UAX 31), and the mixtures the highly restrictive ones of UTS 39, but no
word mixes Latin letters with others.
"""

import re
import unicodedata

from confusable_homoglyphs import categories
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# Their vowels, and more, are marks on and beside letters.
WITH_MARKS = {
    "BENGALI", "DEVANAGARI", "GUJARATI", "GURMUKHI", "KANNADA", "KHMER", "LAO", "MALAYALAM", "MYANMAR", "ORIYA",
    "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN",
}  # fmt: skip
SCRIPTS = WITH_MARKS | {
    "ARABIC", "ARMENIAN", "BOPOMOFO", "CYRILLIC", "ETHIOPIC", "GEORGIAN", "GREEK", "HAN", "HANGUL", "HEBREW",
    "HIRAGANA", "KATAKANA", "LATIN",
}  # fmt: skip
MIXTURES = ({"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "BOPOMOFO"}, {"HAN", "HANGUL"})
WITH_ACCENTS = {"CYRILLIC", "GREEK", "LATIN"}
# Unicode counts them as common to several scripts.
OF_ONE_SCRIPT = {"ー": "KATAKANA", "・": "KATAKANA"} | dict.fromkeys("٠١٢٣٤٥٦٧٨٩", "ARABIC")
FIGURES, BETWEEN = "0123456789", " .-'’"
BETWEEN_SYLLABLES = "・\N{TIBETAN MARK INTERSYLLABIC TSHEG}"
# Some languages have them on letters for which Unicode has no form with them. All others are part of the letter.
ACCENTS = "\u0300\u0301\u0302\u0303\u0304\u030c"
# The Latin letters of living languages are in these ranges, but for phonetic ones and those of old books.
_LATIN = re.compile("[A-Za-zªºÀ-\u024fḀ-ỿəɓɗɛɔ]")
_RARE = re.compile(
    r"LATIN (?!(?:SMALL|CAPITAL) LETTER (?:[A-Z]|AE|OE|ETH|THORN|ENG|SHARP S|SCHWA|DOTLESS I|OPEN [EO])\b)"
)
# Of accents, and of other marks as UTS 39 recommends.
MOST = {"A": 1, "M": 4}


def require_readable(name: str) -> None:
    """Raise ValidationError for other characters than letters of one script, figures, and signs between them."""
    kinds = "".join(map(_kind_of, name))
    if not re.fullmatch(r"(?:L[AM]*|N)(?:L[AM]*|N|-)*", kinds):
        raise ValidationError(_("Use letters, digits, and between them spaces, hyphens, full stops and apostrophes."))
    for marks in re.finditer(r"[AM]+", kinds):
        if len(marks[0]) > MOST[marks[0][0]] or len(set(name[slice(*marks.span())])) < len(marks[0]):
            raise ValidationError(_("A letter has too many accents or other marks."))
    if (
        "L" not in kinds
        or not all(map(_is_in_use, name))
        or not _fit_together(name)
        or ("A" in kinds and not _scripts_of(name) <= WITH_ACCENTS)
    ):
        raise ValidationError(_("Use letters of one script that is widely used today."))


def _is_in_use(character: str) -> bool:
    """False for Latin letters that no living language writes."""
    if categories.alias(character) != "LATIN":
        return True
    return bool(_LATIN.fullmatch(character)) and not _RARE.match(unicodedata.name(character))


def _kind_of(character: str) -> str:
    category = unicodedata.category(character)
    if character in BETWEEN + BETWEEN_SYLLABLES:
        return "-"
    if character in ACCENTS:
        return "A"
    if category in ("Mn", "Mc") and categories.alias(character) in WITH_MARKS:
        return "M"
    return {"L": "L", "Nd": "N"}.get(category if category == "Nd" else category[0], "?")


def _scripts_of(text: str) -> set[str]:
    own = [each for each in text if each not in FIGURES + BETWEEN + ACCENTS]
    return {OF_ONE_SCRIPT.get(each) or categories.alias(each) for each in own}


def _fit_together(name: str) -> bool:
    words = [_scripts_of(word) for word in re.split(f"[{re.escape(BETWEEN + BETWEEN_SYLLABLES)}]", name)]
    found = _scripts_of(name)
    return found <= SCRIPTS and all(map(_is_one, words)) and (_is_one(found) or _is_mixture(found - {"LATIN"}))


def _is_one(scripts: set[str]) -> bool:
    return len(scripts) <= 1 or _is_mixture(scripts)


def _is_mixture(scripts: set[str]) -> bool:
    return any(scripts <= mixture for mixture in MIXTURES)
