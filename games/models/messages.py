"""What the two players of a game write to each other."""

from django.conf import settings
from django.db import models
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class Canned(models.TextChoices):
    """Sentences that are ready, and that everybody reads in his own language."""

    GOOD_LUCK = "good_luck", _("Good luck, and have fun!")
    NICE_MOVE = "nice_move", _("Nice move!")
    SORRY = "sorry", _("Sorry that it took me so long.")
    SOON = "soon", _("I will move as soon as I can.")
    GOOD_GAME = "good_game", _("Good game!")
    THANKS = "thanks", _("Thank you for the game.")
    ANOTHER = "another", _("Shall we play another one?")

    @property
    def english(self) -> str:
        """What is stored beside the key, for whoever does not know it."""
        with translation.override("en"):
            return str(self.label)


def words_of(text: str, canned: str) -> str:
    """What was written, a sentence of the list in the language in force."""
    return str(Canned(canned).label) if canned in Canned.values else text


class Message(models.Model):
    LONGEST = 1000

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages", verbose_name=_("game"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name=_("author")
    )
    ply = models.PositiveSmallIntegerField(_("half-move"))
    text = models.CharField(_("text"), max_length=LONGEST)
    canned = models.CharField(
        _("ready-made sentence"), max_length=20, choices=Canned.choices, blank=True, default="", db_default=""
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.author_id}: {self.text[:40]}"

    @property
    def words(self) -> str:
        """What the reader reads."""
        return words_of(self.text, self.canned)
