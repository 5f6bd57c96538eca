"""What a username may look like."""

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

validate_username = RegexValidator(
    r"^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?\Z",
    _("Use letters a–z, digits, hyphens and underscores; begin and end with a letter or a digit."),
)
username_validators = [validate_username]
