"""Errors of streams, with code and HTTP status."""

from django.utils.translation import gettext_lazy as _

from kit.errors import Refusal


class TooManyStreams(Refusal):
    code = "too_many_streams"
    status = 429
    retry_after = 5
    text = _("You already have %(count)s streams open; close one first.")
