"""Reviews of games, asked for, begun or finished."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.core.models.games import Game

# A review is left alone if workers were killed at it, or failed, so often.
MOST_FAILURES: Final = 20


class ReviewQuerySet(models.QuerySet["GameReview"]):
    def waiting(self) -> "ReviewQuerySet":
        """Those at which a worker is to go on."""
        return self.filter(finished_at=None, fence__lt=F("plies") + MOST_FAILURES)

    def of_ended_games(self) -> "ReviewQuerySet":
        """Those that were asked for after the game had ended, as it has ended. `queries.is_of` says it of one."""
        return self.filter(game__finished_at__lte=F("requested_at"), game__ply=F("plies"))


class GameReview(models.Model):
    """The review of a game.

    A worker judges the half-moves from the last to the first and stores each, so that another worker can go on. It
    leases the row meanwhile.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, related_name="review", primary_key=True, verbose_name=_("game")
    )
    # The half-moves that the game had. A game that was resumed since has a review of its own again.
    plies = models.PositiveSmallIntegerField(_("half-moves"))
    # Nobody if the server reviews all rated games.
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("requested by"),
    )
    requested_at = models.DateTimeField(_("requested"))
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    # What judged it: the version of the library and the checksum of the tables.
    version = models.CharField(_("version"), max_length=40)
    # Judged half-moves as JSON (games/reviews/half_moves.py), the last of the game first.
    half_moves = models.JSONField(_("judged half-moves"), default=list)
    # Accuracy of both sides and the turning point, once it is finished.
    summary = models.JSONField(_("summary"), default=dict)
    leased_until = models.DateTimeField(_("leased until"), null=True, blank=True)
    # Grows with each lease, of which each half-move takes one: a worker that comes back too late finds another one.
    fence = models.PositiveIntegerField(_("leases"), default=0)

    objects = ReviewQuerySet.as_manager()

    class Meta:
        verbose_name = _("game review")
        verbose_name_plural = _("game reviews")
        ordering = ["-requested_at"]
        indexes = [
            models.Index(fields=["requested_at"], name="review_waiting", condition=Q(finished_at=None)),
            models.Index(fields=["requested_by"], name="review_waiting_for", condition=Q(finished_at=None)),
            models.Index(fields=["finished_at"], name="review_finished", condition=Q(finished_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id}"

    @property
    def has_failed(self) -> bool:
        """Whether no worker will go on with it."""
        return self.finished_at is None and self.fence >= self.plies + MOST_FAILURES


class MoveAgreement(models.Model):
    """How often a player of a reviewed game found a best move, where they could lose something.

    Only people have rows, and only in games that are over.
    """

    review = models.ForeignKey(
        GameReview, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("game review")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
        verbose_name=_("player"),
    )
    # The lowest rating of the band of the player's rating in the game; None in games without a rating.
    band = models.PositiveSmallIntegerField(_("ratings from"), null=True, blank=True)
    # Half-moves in positions whose moves are all proved, and the best moves of them; the same in the others.
    proved = models.PositiveSmallIntegerField(_("proved"))
    proved_kept = models.PositiveSmallIntegerField(_("best moves of these"))
    estimated = models.PositiveSmallIntegerField(_("estimated"))
    estimated_kept = models.PositiveSmallIntegerField(_("best moves of these"))

    class Meta:
        verbose_name = _("agreement with best moves")
        verbose_name_plural = _("agreements with best moves")
        constraints = [models.UniqueConstraint(fields=["review", "player"], name="agreement_one_a_player_and_review")]
        indexes = [
            models.Index(fields=["player", "-review"], name="agreement_of_player"),
            models.Index(fields=["band", "-review"], name="agreement_of_band", condition=Q(band__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"#{self.review_id}: {self.player_id}"
