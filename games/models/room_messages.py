"""What people who do not play a game write to each other about it."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class RoomMessage(models.Model):
    """Of the spectators' room, which the two players enter when the game is over."""

    LONGEST = 500

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="room_messages", db_index=False, verbose_name=_("game")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name=_("author")
    )
    ply = models.PositiveSmallIntegerField(_("half-move"))
    text = models.CharField(_("text"), max_length=LONGEST)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    # Its author has taken it back: from then on only staff reads it, and after room.KEPT nobody.
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)

    class Meta:
        verbose_name = _("message of a spectator")
        verbose_name_plural = _("messages of spectators")
        ordering = ["id"]
        indexes = [models.Index(fields=["game", "id"], name="room_message_of_game")]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.author_id}: {self.text[:40]}"
