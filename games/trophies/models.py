"""Trophies, and how far the worker has come with awarding them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.models.games import Game


class Trophy(models.Model):
    """A trophy of a player, with the game by which it was earned."""

    class Kind(models.TextChoices):
        HUNDRED_ON_TIME = "hundred_on_time", _("A hundred games on time")
        PERFECT_ENDGAME = "perfect_endgame", _("Perfect endgame")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="trophies",
        db_index=False,
        verbose_name=_("player"),
    )
    kind = models.CharField(_("kind"), max_length=20, choices=Kind.choices)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("game"))
    earned_at = models.DateTimeField(_("earned"))

    class Meta:
        verbose_name = _("trophy")
        verbose_name_plural = _("trophies")
        ordering = ["earned_at"]
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="trophy_one_a_player_and_kind")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind}"


class TrophyCheck(models.Model):
    """A player of a game whose end counts no more: their trophies are looked at again."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True, verbose_name=_("player")
    )

    class Meta:
        verbose_name = _("check of trophies")
        verbose_name_plural = _("checks of trophies")

    def __str__(self) -> str:
        return f"{self.user_id}"


class AwardingProgress(models.Model):
    """How far the worker has come; there is one row."""

    # All games that ended, and all reviews that were finished, before these have been looked at.
    games_until = models.DateTimeField(_("games until"))
    reviews_until = models.DateTimeField(_("reviews until"))

    class Meta:
        verbose_name = verbose_name_plural = _("progress of the awarding")

    def __str__(self) -> str:
        return f"{self.games_until}"
