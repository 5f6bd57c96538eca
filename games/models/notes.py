"""What a player writes down about a game of his, for himself."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class Note(models.Model):
    """Its author's secret; when the game is over, everybody may read it if he wants that."""

    LONGEST = 4000

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="notes", db_index=False, verbose_name=_("game")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("author")
    )
    text = models.CharField(_("text"), max_length=LONGEST)
    revealed = models.BooleanField(_("for everybody when the game is over"), default=False)
    updated_at = models.DateTimeField(_("changed"), default=timezone.now)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "author"], name="note_one_a_player_and_game"),
            models.CheckConstraint(condition=~Q(text=""), name="note_has_a_text"),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.author_id}"
