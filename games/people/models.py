"""What players say of themselves, and by what they are found."""

from typing import Final

from django.conf import settings
from django.contrib.postgres.indexes import OpClass
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.core import rule_sets
from games.people.pictures import COLOURS, PATTERNS
from kit import database_time

LONGEST_ABOUT: Final = 300
LONGEST_WORD: Final = 30


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
    # Others see when the player is here.
    shows_presence = models.BooleanField(_("others see when the player is here"), default=False)
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
        indexes = [
            models.Index(fields=["country"], name="profile_of_country", condition=~Q(country="")),
            models.Index(fields=["user"], name="profile_of_visible", condition=Q(shows_presence=True)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"


class NameWord(models.Model):
    """A word by which a player is found, in lower case; search.py keeps them."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("player")
    )
    word = models.CharField(_("word"), max_length=LONGEST_WORD)

    class Meta:
        verbose_name = _("word of a name")
        verbose_name_plural = _("words of names")
        constraints = [models.UniqueConstraint(fields=["user", "word"], name="nameword_once_a_player")]
        indexes = [
            # For the beginnings of words, whatever the collation of the database.
            models.Index(OpClass("word", name="varchar_pattern_ops"), name="nameword_beginning"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.word}"


class Activity(models.Model):
    """When a player last made a move, as activity.py has counted it; computers and bots are players too."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True, verbose_name=_("player")
    )
    moved_at = models.DateTimeField(_("last move"), db_index=True)
    # The event of that move; the highest is where counting goes on.
    event_id = models.BigIntegerField(_("number of the event"), db_index=True)

    class Meta:
        verbose_name = _("last move of a player")
        verbose_name_plural = _("last moves of players")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.moved_at}"


class Follow(models.Model):
    """A player follows another one. The other sees only how many follow them."""

    follower = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("player")
    )
    followed = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("followed player")
    )
    # The follower is notified of open challenges that they may accept.
    is_told = models.BooleanField(_("is notified"), default=False)
    told_at = models.DateTimeField(_("last notified"), null=True, blank=True)
    since = models.DateTimeField(_("since"), default=database_time.now)

    class Meta:
        verbose_name = _("followed player")
        verbose_name_plural = _("followed players")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["follower", "followed"], name="follow_one_a_pair"),
            models.CheckConstraint(condition=~Q(follower=F("followed")), name="follow_not_oneself"),
        ]
        indexes = [models.Index(fields=["followed"], name="follow_to_tell", condition=Q(is_told=True))]

    def __str__(self) -> str:
        return f"{self.follower_id} → {self.followed_id}"
