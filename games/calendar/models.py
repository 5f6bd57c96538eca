"""Calendar feeds: one for each player, with a secret address of which only a digest is stored."""

import hashlib

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.lasting_access import LastingAccess
from kit import database_time


def digest_of(secret: str) -> str:
    """SHA-256 as hex. The secret has 256 random bits, so a slow hash would add nothing."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


class CalendarFeed(LastingAccess):
    """A feed. Everybody who has its address can read it, so it contains public data only; planned leave if its owner
    wants so."""

    ENDS_WITH_PASSWORD = True

    ALARMS = (1, 3, 6, 12, 24, 48)

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True, verbose_name=_("player")
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    # The calendar program reminds so many hours before each deadline; null for not at all.
    alarm_hours = models.PositiveSmallIntegerField(_("alarm in hours"), null=True, blank=True)
    with_leave = models.BooleanField(_("with my leave"), default=False, db_default=False)
    created_at = models.DateTimeField(_("created"), default=database_time.now, editable=False)
    # To the hour, so that frequent reading causes few writes.
    read_at = models.DateTimeField(_("last read"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("calendar feed")
        verbose_name_plural = _("calendar feeds")

    def __str__(self) -> str:
        return f"{self.user_id}"
