"""Validators of usernames, and of names of other things."""

import unicodedata

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator, URLValidator
from django.utils.translation import gettext_lazy as _
from precis_i18n.unicode import UnicodeData

from accounts.look_alikes import is_name_of_the_site

validate_username = RegexValidator(
    r"^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?\Z",
    _("Use letters a–z, digits, hyphens and underscores. Begin and end with a letter or a digit."),
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
RESERVED = _("This name is reserved. Choose another one.")
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


def validate_public_name(name: str) -> None:
    """The same, and refuse names of the site: for what others read as the name of an app, or of who runs a bot.

    Such a name may be had more than once, for it stands beside the username of who has given it.
    """
    validate_name(name)
    if is_name_of_the_site(name):
        raise ValidationError(RESERVED)
