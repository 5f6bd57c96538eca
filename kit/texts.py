"""Texts that people write: names, and words that they send each other.

They can be seen, are not too long, and are such that the database can keep them.
"""

import re
import unicodedata
from itertools import groupby

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from precis_i18n.unicode import UnicodeData

from kit.errors import TextMalformed, TextTooLong, raises

# If a text comes in both forms.
EITHER_OR = _("Send either a text or a sentence from the list, not both.")
# PostgreSQL does not store half a surrogate pair, which JSON can contain.
_UNSTORABLE = re.compile(r"[\ud800-\udfff]")
# All but tab and line ends. Terminals and readers of logs act on them.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")
# Marks that turn the reading direction round make words look like others; no message needs them.
_MISLEADING = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
# On one letter. No script piles up more; with hundreds they cover the lines above and below.
_MOST_MARKS = 8
# Signs without ink, and of something that is not there, which Unicode does not count among those that can be ignored.
# The two last are blank hieroglyphs, which not every Python can name.
BLANK = {
    "\N{BRAILLE PATTERN BLANK}",
    "\N{OBJECT REPLACEMENT CHARACTER}",
    "\N{MUSICAL SYMBOL NULL NOTEHEAD}",
    "\U00013441",
    "\U00013442",
}
_unicode = UnicodeData()


def shows_something(text: str) -> bool:
    """Whether the text has a letter, digit, punctuation mark or symbol that can be seen; a mark alone is none."""
    return any(map(_is_visible, text))


def _is_visible(character: str) -> bool:
    is_a_sign = unicodedata.category(character)[0] in "LNPS"
    return is_a_sign and character not in BLANK and not _unicode.default_ignorable(ord(character))


def validate_name(name: str) -> None:
    """Raise ValidationError for invisible characters and for those that change the writing direction."""
    if not name.isprintable() or not shows_something(name):
        raise ValidationError(_("A name may contain only visible characters."))


@raises(TextTooLong, TextMalformed)
def cleaned(text: str, *, longest: int) -> str:
    """The text without the white space around it."""
    text = text.strip()
    if _UNSTORABLE.search(text) or _CONTROL.search(text):
        raise TextMalformed
    if not shows_something(text):
        return ""
    if len(text) > longest:
        raise TextTooLong(longest=longest)
    if _MISLEADING.search(text) or _has_piled_marks(text):
        raise TextMalformed
    return text


def _has_piled_marks(text: str) -> bool:
    runs = groupby(text, key=lambda character: unicodedata.category(character) in ("Mn", "Me"))
    return any(is_mark and len(list(run)) > _MOST_MARKS for is_mark, run in runs)
