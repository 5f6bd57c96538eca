"""Deleted accounts. The row of the account stays, under another name and emptied."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from kit import database_time


class Deletion(models.Model):
    """When the account was closed, and when it was emptied. A worker empties it if the request did not."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="deletion",
        primary_key=True,
        verbose_name=_("player"),
    )
    asked_at = models.DateTimeField(_("requested"), default=database_time.now)
    erased_at = models.DateTimeField(_("data erased"), null=True, blank=True)
    # Digest of the former name, so that nobody else can take it. The name itself is not stored.
    name_digest = models.CharField(max_length=64, blank=True, db_index=True, editable=False)

    class Meta:
        verbose_name = _("deleted account")
        verbose_name_plural = _("deleted accounts")
        indexes = [
            models.Index(fields=["user"], name="deletion_to_finish", condition=models.Q(erased_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"
