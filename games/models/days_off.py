"""The days off of a player, as versions: each is in force from its instant until the next one is."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.users import validate_time_zone


class DaysOff(models.Model):
    """Up to two weekdays, counted from Monday, which is 0, and the public holidays of a region (public_holidays.py) or
    of none; whole days in the time zone of a place."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("player")
    )
    since = models.DateTimeField(_("since"))
    weekdays = ArrayField(models.PositiveSmallIntegerField(), blank=True, default=list, verbose_name=_("weekdays"))
    region = models.CharField(_("public holidays of"), max_length=6, blank=True, default="", db_default="")
    time_zone = models.CharField(_("time zone"), max_length=64, validators=[validate_time_zone])

    class Meta:
        verbose_name = _("days off")
        verbose_name_plural = _("days off")
        ordering = ["since"]
        constraints = [models.UniqueConstraint(fields=["user", "since"], name="days_off_one_version_an_instant")]

    def __str__(self) -> str:
        return f"{self.user_id} since {self.since}: {self.weekdays}"
