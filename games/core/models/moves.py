"""The moves of a game, each with the position it led to."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.models.games import LONGEST_NOTATION, LONGEST_POSITION, Game


class Move(models.Model):
    """One half-move, its removal included; ply counts from 1."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="moves", db_index=False, verbose_name=_("game")
    )
    ply = models.PositiveSmallIntegerField(_("half-move"))
    notation = models.CharField(_("move"), max_length=LONGEST_NOTATION)
    position = models.CharField(_("position"), max_length=LONGEST_POSITION)
    played_at = models.DateTimeField(_("played at"))
    seconds_spent = models.PositiveIntegerField(_("seconds spent"))
    # The deadline that was in force when the move was played; for disputes.
    deadline_at = models.DateTimeField(_("deadline"))

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["ply"]
        constraints = [
            models.UniqueConstraint(fields=["game", "ply"], name="move_ply_unique_in_game"),
            models.CheckConstraint(condition=models.Q(ply__gte=1), name="move_ply_counts_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.ply}. {self.notation}"
