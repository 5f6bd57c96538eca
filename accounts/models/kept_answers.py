"""Stored responses to requests with an Idempotency-Key, for clients that repeat the request."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from kit import database_time

KEPT_FOR = timedelta(hours=48)


class KeptAnswer(models.Model):
    """One response. The key is stored as a digest, and the content is encrypted with it, as it may contain a secret."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key_digest = models.CharField(max_length=64)
    request_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    content_type = models.CharField(max_length=100, blank=True)
    sealed_content = models.BinaryField(default=bytes)
    created_at = models.DateTimeField(default=database_time.now, db_index=True)

    class Meta:
        verbose_name = _("stored answer")
        verbose_name_plural = _("stored answers")
        constraints = [models.UniqueConstraint("user", "key_digest", name="keptanswer_once_a_key")]

    def __str__(self) -> str:
        return f"{self.status} ({self.created_at})"
