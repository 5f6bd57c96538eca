"""What disputes and cases about people have in common: arbiters take them and decide them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.players.verdict_reasons import LONGEST_REASON, translated_reason
from kit import database_time


class Case(models.Model):
    """A case that an arbiter takes and decides. Its subclass has a `status`, and a `verdict`."""

    PENDING = ("open", "taken")

    status: "models.CharField[str, str]"
    number = models.BigAutoField(_("number"), primary_key=True)
    opened_at = models.DateTimeField(_("opened"), default=database_time.now)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("taken by"),
    )
    taken_at = models.DateTimeField(_("taken"), null=True, blank=True)
    # Whoever the verdict concerns reads it.
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)
    # Null where the server has decided, or the players have.
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def is_pending(self) -> bool:
        return self.status in self.PENDING

    @property
    def translated_reason(self) -> str:
        """Why it was decided so, as the reader reads it."""
        return translated_reason(self.reason)
