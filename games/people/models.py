"""What players say of themselves."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.core import rule_sets
from games.people.pictures import COLOURS, PATTERNS
from kit import database_time

LONGEST_ABOUT: Final = 300


class Profile(models.Model):
    """What a player says of themselves; without a row, nothing."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="profile",
        primary_key=True,
        verbose_name=_("player"),
    )
    # As in ISO 3166-1.
    country = models.CharField(_("country"), max_length=2, blank=True)
    about = models.CharField(_("about the player"), max_length=LONGEST_ABOUT, blank=True)
    favourite_rules = models.CharField(_("favourite rules"), max_length=20, choices=rule_sets.choices, blank=True)
    # The picture; without them, it follows from the number of the account.
    pattern = models.PositiveSmallIntegerField(_("pattern"), null=True, blank=True)
    colour = models.PositiveSmallIntegerField(_("colour"), null=True, blank=True)
    changed_at = models.DateTimeField(_("changed"), default=database_time.now)

    class Meta:
        verbose_name = _("profile")
        verbose_name_plural = _("profiles")
        constraints = [
            models.CheckConstraint(
                condition=Q(pattern=None, colour=None)
                | Q(
                    pattern__isnull=False,
                    colour__isnull=False,
                    pattern__lt=len(PATTERNS),
                    colour__lt=len(COLOURS),
                ),
                name="profile_picture_is_known",
            ),
        ]
        indexes = [models.Index(fields=["country"], name="profile_of_country", condition=~Q(country=""))]

    def __str__(self) -> str:
        return f"{self.user_id}"
