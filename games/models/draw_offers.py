"""Draw offers and what became of them."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class DrawOffer(models.Model):
    LONGEST = 500

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        LAPSED = "lapsed", _("lapsed")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="draw_offers", verbose_name=_("game"))
    offered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        verbose_name=_("offered by"),
    )
    # Half-moves played when the offer was made, the one it came with included.
    ply = models.PositiveSmallIntegerField(_("half-move"))
    reason = models.CharField(_("reason"), max_length=LONGEST, blank=True)
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.OPEN)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("draw offer")
        verbose_name_plural = _("draw offers")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(status="open"), name="draw_offer_one_open_a_game"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id} ply {self.ply}: {self.status}"
