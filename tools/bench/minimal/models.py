"""A game and its moves with only what a move touches."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class Game(models.Model):
    number = models.BigAutoField(primary_key=True)
    on_move = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    ply = models.PositiveSmallIntegerField(default=0)
    position = models.CharField(max_length=48)
    deadline_at = models.DateTimeField(db_index=True)

    objects: ClassVar[models.Manager["Game"]] = models.Manager()

    def __str__(self) -> str:
        return f"#{self.number}"


class Move(models.Model):
    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False)
    ply = models.PositiveSmallIntegerField()
    notation = models.CharField(max_length=8)
    position = models.CharField(max_length=48)
    played_at = models.DateTimeField()

    objects: ClassVar[models.Manager["Move"]] = models.Manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "ply"], name="move_ply_unique_in_game")]

    def __str__(self) -> str:
        return f"{self.ply}. {self.notation}"
