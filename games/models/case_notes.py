"""What staff notes about a case, for staff alone."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.disputes import Dispute


class DisputeNote(models.Model):
    """What staff has noted about a case, for staff alone."""

    LONGEST = 2000

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="notes", verbose_name=_("dispute"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name=_("author")
    )
    text = models.CharField(_("text"), max_length=LONGEST)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("internal note")
        verbose_name_plural = _("internal notes")
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~models.Q(text=""), name="dispute_note_says_something")]

    def __str__(self) -> str:
        return f"{self.dispute_id} {self.author_id}: {self.text[:40]}"
