"""Validators of usernames and names of apps."""

import unicodedata
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator, URLValidator
from django.utils.translation import gettext_lazy as _
from precis_i18n.unicode import UnicodeData

validate_username = RegexValidator(
    r"^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?\Z",
    _("Use letters a–z, digits, hyphens and underscores; begin and end with a letter or a digit."),
)
username_validators = [validate_username]
validate_homepage = URLValidator(["https", "http"])

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

# Names that look as if they spoke for the site, in any spelling.
RESERVED = frozenset((Path(__file__).parent / "reserved_names.txt").read_text(encoding="utf-8").split())


def is_name_of_the_site(username: str) -> bool:
    """Whether the name could be taken for the site's: hyphens, underscores and figures at the end do not count."""
    return username.lower().replace("-", "").replace("_", "").rstrip("0123456789") in RESERVED


def shows_something(text: str) -> bool:
    """Whether the text has a letter, digit, punctuation mark or symbol that can be seen; a mark alone is none."""
    return any(map(_is_visible, text))


def _is_visible(character: str) -> bool:
    is_a_sign = unicodedata.category(character)[0] in "LNPS"
    return is_a_sign and character not in BLANK and not _unicode.default_ignorable(ord(character))


def validate_name(name: str) -> None:
    """Raise ValidationError for invisible characters and for those that change the writing direction."""
    if not name.isprintable() or not shows_something(name):
        raise ValidationError(_("A name has visible characters only."))
