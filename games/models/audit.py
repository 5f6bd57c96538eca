"""What staff has done, one row after the other, each sealed together with the one before it."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """A deed of staff. The database refuses to change or delete one (a trigger); audit.py says what `digest` covers."""

    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("who")
    )
    action = models.CharField(_("what"), max_length=32)
    dispute = models.ForeignKey(
        "games.Dispute", on_delete=models.PROTECT, related_name="audit", null=True, verbose_name=_("dispute")
    )
    game = models.ForeignKey(
        "games.Game", on_delete=models.PROTECT, related_name="audit", null=True, verbose_name=_("game")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, verbose_name=_("whom")
    )
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    reason = models.TextField(_("reason"), blank=True)
    created_at = models.DateTimeField(_("when"), default=timezone.now)
    # SHA-256 in hex, over the digest of the row before and everything above.
    digest = models.CharField(_("seal"), max_length=64, unique=True)

    class Meta:
        verbose_name = _("entry of the audit log")
        verbose_name_plural = _("audit log")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"№ {self.id}"
