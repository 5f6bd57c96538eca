"""Validators of usernames and names of apps."""

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator, URLValidator
from django.utils.translation import gettext_lazy as _

validate_username = RegexValidator(
    r"^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?\Z",
    _("Use letters a–z, digits, hyphens and underscores; begin and end with a letter or a digit."),
)
username_validators = [validate_username]
validate_homepage = URLValidator(["https", "http"])


def validate_name(name: str) -> None:
    """Raise ValidationError for invisible characters and for those that change the writing direction."""
    if not name.isprintable():
        raise ValidationError(_("A name has visible characters only."))
