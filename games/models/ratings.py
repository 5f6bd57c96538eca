"""How strong a player is under each rule set, among people and against bots (Glicko-2)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.terms import Pool, Rules


class Rating(models.Model):
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="ratings",
        db_index=False,
        verbose_name=_("player"),
    )
    rules = models.CharField(_("rules"), max_length=20, choices=Rules.choices)
    pool = models.CharField(_("pool"), max_length=6, choices=Pool.choices, default=Pool.PEOPLE, db_default=Pool.PEOPLE)
    value = models.FloatField(_("rating"), default=1500.0)
    deviation = models.FloatField(_("deviation"), default=350.0)
    volatility = models.FloatField(_("volatility"), default=0.06)
    games = models.PositiveIntegerField(_("rated games"), default=0)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(fields=["user", "rules", "pool"], name="rating_one_a_player_rules_and_pool"),
            models.CheckConstraint(condition=models.Q(pool__in=["people", "bots"]), name="rating_pool_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.rules}: {self.value:.0f}"

    @property
    def is_provisional(self) -> bool:
        """Too few games yet for the figure to mean much."""
        return self.deviation > 110
