"""Messages of the two players, spectator chat, and private notes."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from games.core.models.games import Game
from kit import database_time


class Canned(models.TextChoices):
    """Ready-made sentences. Readers see them in their own language."""

    GOOD_LUCK = "good_luck", _("Good luck, have fun!")
    NICE_MOVE = "nice_move", _("Nice move!")
    SORRY = "sorry", _("Sorry I took so long.")
    SOON = "soon", _("I’ll move as soon as I can.")
    GOOD_GAME = "good_game", _("Good game!")
    THANKS = "thanks", _("Thanks for the game!")
    ANOTHER = "another", _("Another game?")

    @property
    def english(self) -> str:
        """The sentence stored beside the key, for clients that do not know the key."""
        with translation.override("en"):
            return str(self.label)


def translated_text(text: str, canned: str) -> str:
    """The text of a message in the active language, if it is a ready-made sentence; otherwise as it was written."""
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
    created_at = models.DateTimeField(_("created"), default=database_time.now)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.author_id}: {self.text[:40]}"

    @property
    def translated_text(self) -> str:
        return translated_text(self.text, self.canned)


class SpectatorMessage(models.Model):
    """A message in the spectator chat. The two players can read it when the game is over."""

    LONGEST = 500

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="spectator_messages", db_index=False, verbose_name=_("game")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name=_("author")
    )
    ply = models.PositiveSmallIntegerField(_("half-move"))
    text = models.CharField(_("text"), max_length=LONGEST)
    created_at = models.DateTimeField(_("created"), default=database_time.now)
    # When the author deleted it. Staff can read it for spectators.KEPT after that; then it is purged.
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)

    class Meta:
        verbose_name = _("message of a spectator")
        verbose_name_plural = _("messages of spectators")
        ordering = ["id"]
        indexes = [
            models.Index(fields=["game", "id"], name="spectator_message_of_game"),
            models.Index(
                fields=["deleted_at"], name="spectator_message_deleted", condition=models.Q(deleted_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.author_id}: {self.text[:40]}"


class Note(models.Model):
    """A private note of a player. With `revealed`, everybody can read it when the game is over."""

    LONGEST = 4000

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="notes", db_index=False, verbose_name=_("game")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("author")
    )
    text = models.CharField(_("text"), max_length=LONGEST)
    revealed = models.BooleanField(_("for everyone when the game is over"), default=False)
    updated_at = models.DateTimeField(_("changed"), default=database_time.now)

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
