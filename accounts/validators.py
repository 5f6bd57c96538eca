"""Validators of usernames, and of names of other things."""

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator, URLValidator
from django.utils.translation import gettext_lazy as _

from accounts.look_alikes import is_name_of_the_site
from kit.texts import validate_name

validate_username = RegexValidator(
    r"^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?\Z",
    _("Use letters a–z, digits, hyphens and underscores. Begin and end with a letter or a digit."),
)
username_validators = [validate_username]
validate_homepage = URLValidator(["https", "http"])

RESERVED = _("This name is reserved. Choose another one.")


def validate_public_name(name: str) -> None:
    """The same, and refuse names of the site: for what others read as the name of an app, or of who runs a bot.

    Such a name may be had more than once, for it stands beside the username of who has given it.
    """
    validate_name(name)
    if is_name_of_the_site(name):
        raise ValidationError(RESERVED)
