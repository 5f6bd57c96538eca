"""How many players of a ranking have each rating, counted by the worker."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RankingCounts(models.Model):
    """A ranking, or a country in it, by rounded ratings. To count 100,000 players takes too long for a page."""

    rules = models.CharField(_("rules"), max_length=20)
    pool = models.CharField(_("pool"), max_length=6)
    is_provisional = models.BooleanField(_("provisional"))
    # Empty for the players of all countries, and of none.
    country = models.CharField(_("country"), max_length=2, blank=True)
    # Pairs of a rating and its number of players, the highest rating first.
    counts = models.JSONField(_("players by rating"))
    # The last change of a rating that was counted.
    last_change = models.BigIntegerField(_("last change"))
    counted_at = models.DateTimeField(_("counted"))

    class Meta:
        verbose_name = _("players of a ranking")
        verbose_name_plural = _("players of rankings")
        constraints = [
            models.UniqueConstraint(
                fields=["rules", "pool", "is_provisional", "country"], name="rankingcounts_one_a_ranking"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rules} {self.pool}"
