"""What a player wants played as soon as the opponent has moved; nobody else may know of it."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.moves import Move
from games.engine.plans import Line
from games.engine.programme import Programme
from games.models.games import Game


class Plan(models.Model):
    """Conditional moves, or a Zwickmühle programme; either begins with a half-move of the opponent."""

    MOST_LINES = 50
    LONGEST_LINE = 40
    MOST_TO_TAKE = 9

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="plans", verbose_name=_("game"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    # Lists of half-moves as they are written, the opponent's first.
    lines = models.JSONField(_("lines"), default=list)
    # {"u": "a7", "v": "d7", "take": ["g1", …]}
    programme = models.JSONField(_("Zwickmühle programme"), null=True, blank=True)
    updated_at = models.DateTimeField(_("changed"), default=timezone.now)

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("plans")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="plan_one_a_player_and_game"),
            models.CheckConstraint(
                condition=(Q(programme__isnull=True) & ~Q(lines=[])) | Q(programme__isnull=False, lines=[]),
                name="plan_is_lines_or_programme",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.player_id}"

    @property
    def parsed_lines(self) -> tuple[Line, ...]:
        return tuple(tuple(map(Move.parse, line)) for line in self.lines)

    @property
    def parsed_programme(self) -> Programme | None:
        found: dict[str, Any] | None = self.programme
        return found and Programme(found["u"], found["v"], tuple(found["take"]))  # type: ignore[return-value]
