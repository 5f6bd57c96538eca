"""Addresses at which calendar programs read deadlines: given out once, kept as a digest, one for a player."""

import hashlib

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def digest_of(secret: str) -> str:
    """SHA-256 as hex: the secret has 256 bits of chance, so a slow hash would add nothing."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


class CalendarFeed(models.Model):
    """The address is a bearer secret: whoever has it reads, and so it shows nothing that is not public already."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True, verbose_name=_("player")
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    # To the hour, so that reading seldom writes.
    read_at = models.DateTimeField(_("last read"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("calendar feed")
        verbose_name_plural = _("calendar feeds")

    def __str__(self) -> str:
        return f"{self.user_id}"
