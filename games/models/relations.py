"""Whom a player does not want to play, or not to read. Nobody but its owner sees such a row."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Relation(models.Model):
    """What `owner` wants to do with `other` no more; who wants nothing of the kind has no row."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("player")
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("other player")
    )
    # Neither of the two can challenge the other or write to him.
    blocked = models.BooleanField(_("blocked"), default=False)
    # The owner does not read what the other writes, who is not told.
    muted = models.BooleanField(_("muted"), default=False)
    changed_at = models.DateTimeField(_("changed"), default=timezone.now)

    class Meta:
        verbose_name = _("blocked or muted player")
        verbose_name_plural = _("blocked and muted players")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "other"], name="relation_one_a_pair"),
            models.CheckConstraint(condition=~Q(owner=F("other")), name="relation_not_to_oneself"),
            models.CheckConstraint(condition=Q(blocked=True) | Q(muted=True), name="relation_says_something"),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id}/{self.other_id}"
