"""Tables of toasts."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.core.models.games import Game


class Toast(models.Model):
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="toasts")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(max_length=100)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "author"], name="toast_one_a_player_and_game")]

    def __str__(self) -> str:
        return f"{self.author_id}: {self.text}"
