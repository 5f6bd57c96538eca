"""What the two players of a game write to each other."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class Message(models.Model):
    LONGEST = 1000

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages", verbose_name=_("game"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name=_("author")
    )
    ply = models.PositiveSmallIntegerField(_("half-move"))
    text = models.CharField(_("text"), max_length=LONGEST)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.author_id}: {self.text[:40]}"
