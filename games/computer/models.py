"""Games with a computer: when it is to answer next, and which worker is at it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.core.models.games import Game


class ComputerGame(models.Model):
    """A game in which a computer plays, from its start.

    `due_at` is written in the transaction of what the computer has to answer, so that no message can be lost. A worker
    leases the row while the computer thinks.
    """

    class Answers(models.TextChoices):
        AT_ONCE = "at_once", _("immediately")
        LATER = "later", _("after minutes or hours")
        # Between two computers, for spectators.
        SHOWN = "shown", _("slowly enough to watch")

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, related_name="computer_game", primary_key=True, verbose_name=_("game")
    )
    # Who plays against the computer; nobody if two computers play.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
        verbose_name=_("player"),
    )
    answers = models.CharField(_("answers"), max_length=7, choices=Answers.choices, default=Answers.AT_ONCE)
    # When the computer is to look at the game; null if there is nothing to answer.
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    # Before this time the computer answers offers only, if it is on move.
    moves_at = models.DateTimeField(_("moves at the earliest"), null=True, blank=True)
    # How often there was something to answer. A worker that has answered clears `due_at` only if this is unchanged.
    news = models.PositiveIntegerField(_("times asked"), default=0)
    leased_until = models.DateTimeField(_("leased until"), null=True, blank=True)
    # Grows with each lease: a worker that comes back too late finds another one.
    fence = models.PositiveIntegerField(_("leases"), default=0)
    # When a worker took the game last. Players whose games were taken longest ago come first.
    served_at = models.DateTimeField(_("last served"), null=True, blank=True)

    class Meta:
        verbose_name = _("game with a computer")
        verbose_name_plural = _("games with computers")
        ordering = ["-game"]
        constraints = [
            models.CheckConstraint(
                condition=Q(answers__in=["at_once", "later"], player__isnull=False) | Q(answers="shown", player=None),
                name="computergame_answers_a_player",
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="computergame_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["player", "-served_at"], name="computergame_of_player"),
            models.Index(fields=["-game"], name="computergame_shown", condition=Q(answers="shown")),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id}"


class SlowWork(models.Model):
    """The place for slow work, in one row: until when a process has it."""

    id = models.PositiveSmallIntegerField(primary_key=True)
    leased_until = models.DateTimeField(_("leased until"))
    # Grows with each lease: a process that comes back too late ends no other one's.
    fence = models.PositiveIntegerField(_("leases"))

    class Meta:
        verbose_name = _("slow work of computers")
        verbose_name_plural = _("slow work of computers")

    def __str__(self) -> str:
        return f"{self.fence}"
