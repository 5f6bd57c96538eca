"""How many players of a ranking have each rating, counted by the worker."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RankingCounts(models.Model):
    """A ranking by rounded ratings. To count a hundred thousand players takes too long for a page."""

    rules = models.CharField(_("rules"), max_length=20)
    pool = models.CharField(_("pool"), max_length=6)
    is_provisional = models.BooleanField(_("provisional"))
    # Pairs of a rating and its number of players, the highest rating first.
    counts = models.JSONField(_("players by rating"))
    # The last change of a rating that was counted.
    last_change = models.BigIntegerField(_("last change"))
    counted_at = models.DateTimeField(_("counted"))

    class Meta:
        verbose_name = _("players of a ranking")
        verbose_name_plural = _("players of rankings")
        constraints = [
            models.UniqueConstraint(fields=["rules", "pool", "is_provisional"], name="rankingcounts_one_a_ranking"),
        ]

    def __str__(self) -> str:
        return f"{self.rules} {self.pool}"
