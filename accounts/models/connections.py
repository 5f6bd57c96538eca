"""Connections: what users have allowed apps. A connection begins with a code and is kept alive by refresh tokens.

All secrets are stored as digests. Access tokens of connections are rows of AccessToken, like personal ones.
"""

from datetime import datetime

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.apps import App
from kit import database_time


class ConnectionQuerySet(models.QuerySet["Connection"]):
    def live(self, *, now: datetime) -> "ConnectionQuerySet":
        """The connections through which an app can act."""
        return self.filter(begun_at__isnull=False, revoked_at=None, expires_at__gte=now)


class Connection(models.Model):
    """One sign-in of a user with an app. Until `begun_at` there is only a code, which expires with the row."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="connections", verbose_name=_("player")
    )
    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="connections", verbose_name=_("app"))
    scopes = ArrayField(models.CharField(max_length=32), verbose_name=_("permissions"))
    redirect_uri = models.CharField(max_length=400, editable=False)
    code_digest = models.CharField(max_length=64, unique=True, editable=False)
    code_challenge = models.CharField(max_length=43, editable=False)
    created_at = models.DateTimeField(_("allowed"), default=database_time.now, editable=False)
    begun_at = models.DateTimeField(null=True, blank=True, editable=False)
    expires_at = models.DateTimeField(_("expires"))
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    objects = ConnectionQuerySet.as_manager()

    class Meta:
        verbose_name = _("connection of an app")
        verbose_name_plural = _("connections of apps")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.app} ({self.user})"


class RefreshToken(models.Model):
    """A refresh token, which can be used once. Used ones are kept to detect the reuse of stolen ones."""

    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="refresh_tokens")
    digest = models.CharField(max_length=64, unique=True)
    parent = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="children")
    created_at = models.DateTimeField(default=database_time.now)
    used_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("refresh token")
        verbose_name_plural = _("refresh tokens")

    def __str__(self) -> str:
        return f"refresh token {self.pk}"
