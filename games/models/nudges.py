"""Which opponents have been reminded of a move; by whom follows from the half-move."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class Nudge(models.Model):
    """One friendly reminder of a half-move; there is no second one."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="nudges", db_index=False, verbose_name=_("game")
    )
    # Those played when it was given; the next one is waited for.
    ply = models.PositiveSmallIntegerField(_("half-moves played"))
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("friendly reminder")
        verbose_name_plural = _("friendly reminders")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["game", "ply"], name="nudge_once_in_a_turn")]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.ply}"
