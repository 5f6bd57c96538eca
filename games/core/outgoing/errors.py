"""Errors of requests to servers of others."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Error(models.TextChoices):
    """Why an attempt failed."""

    ADDRESS = "address", _("The name does not lead to an address on the public internet.")
    UNREACHABLE = "unreachable", _("No connection could be made.")
    TLS = "tls", _("The certificate is not valid for this name, or TLS failed.")
    TIMEOUT = "timeout", _("There was no answer in time.")
    BROKEN = "broken", _("The answer was not valid HTTP.")
    REDIRECT = "redirect", _("The answer was a redirect; redirects are not followed.")
    STATUS = "status", _("The status of the answer was not 2xx.")
    BACKLOG = "backlog", _("Too many events were waiting for this address. Fetch this one from /events/.")
    INTERRUPTED = "interrupted", _("No attempt was completed.")
