"""Access tokens, personal ones and those of apps: shown once, stored as a digest, limited by scopes."""

import base64
import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models, transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.models.connections import Connection
from accounts.models.users import User
from accounts.signals import tokens_revoked
from kit import database_time
from kit.scopes import scope_choices
from kit.sql import columns_of, fetched, instance_of, width_of

# Prefixes by which people and secret scanners can recognise a token.
PREFIX, PREFIX_OF_APPS = "mue_", "mua_"
# Of personal tokens, unless their owners want less.
LIFETIME = timedelta(days=365)


def digest_of(secret: str) -> str:
    """SHA-256 as hex. The secret has 256 random bits, so a slow hash would add nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret(prefix: str) -> str:
    return prefix + secrets.token_urlsafe(32)


def derived_secret(prefix: str, *parts: str) -> str:
    """Always the same secret for the same parts. To work it out takes SECRET_KEY too."""
    mac = salted_hmac("accounts.tokens", " ".join((prefix, *parts)), algorithm="sha256").digest()
    return prefix + base64.urlsafe_b64encode(mac).rstrip(b"=").decode()


class AccessTokenQuerySet(models.QuerySet["AccessToken"]):
    def personal(self) -> "AccessTokenQuerySet":
        """Tokens that their owner has created; those of apps end with their connection."""
        return self.filter(connection=None)

    def usable(self, *, now: datetime) -> "AccessTokenQuerySet":
        return self.filter(expires_at__gt=now, revoked_at=None)

    def revoke(self) -> int:
        """Revoke the tokens that are not revoked yet; returns how many. Open streams are notified by a signal."""
        with transaction.atomic(savepoint=False):
            ids = list(self.filter(revoked_at=None).select_for_update().order_by("pk").values_list("pk", flat=True))
            count = AccessToken.objects.filter(pk__in=ids).update(revoked_at=database_time.now())
            if ids:
                transaction.on_commit(lambda: tokens_revoked.send(AccessToken, ids=ids), robust=True)
        return count


class AccessToken(models.Model):
    """A key that lets a program act for its owner, within its scopes."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="access_tokens", verbose_name=_("player")
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    description = models.CharField(_("what it is for"), max_length=100)
    scopes = ArrayField(models.CharField(max_length=32, choices=scope_choices), verbose_name=_("permissions"))
    created_at = models.DateTimeField(_("created"), default=database_time.now, editable=False)
    # None only in tokens of before, which are good for nothing.
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    # When the owner was told that it expires soon.
    warned_at = models.DateTimeField(_("owner warned"), null=True, blank=True, editable=False)
    connection = models.ForeignKey(
        Connection,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        editable=False,
        related_name="access_tokens",
        verbose_name=_("connection of an app"),
    )

    objects = AccessTokenQuerySet.as_manager()

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created_at"]
        indexes = [
            models.Index(
                fields=["expires_at"],
                name="accesstoken_to_warn",
                condition=Q(revoked_at=None, connection=None, warned_at=None, expires_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.description} ({self.user})"

    @classmethod
    def presented(cls, secret: str, *, now: datetime) -> "AccessToken | None":
        """The usable token with this secret, with its owner, or None.

        One query. Closed accounts have no usable tokens.
        """
        rows = fetched(_presented(), [digest_of(secret), now])
        if not rows:
            return None
        token = instance_of(cls, rows[0][: width_of(cls)])
        token.user = instance_of(User, rows[0][width_of(cls) :])
        return token

    @classmethod
    def alive(cls, secrets_shown: Iterable[str], *, now: datetime) -> dict[str, "AccessToken"]:
        """The usable tokens among these secrets, with owner and app, in one query. Does not count as use."""
        by_digest = {digest_of(secret): secret for secret in secrets_shown}
        rows = cls.objects.usable(now=now).filter(digest__in=by_digest, user__is_active=True)
        return {by_digest[token.digest]: token for token in rows.select_related("user", "connection__app")}

    @classmethod
    def issue(
        cls, *, user: User, description: str, scopes: list[str], expires_at: datetime | None = None
    ) -> tuple["AccessToken", str]:
        """Create a token, and return it with its secret, of which only a digest is stored."""
        secret, now = new_secret(PREFIX), database_time.now()
        token = cls.objects.create(
            user=user,
            digest=digest_of(secret),
            description=description,
            scopes=scopes,
            created_at=now,
            expires_at=expires_at or now + LIFETIME,
        )
        return token, secret

    @classmethod
    def issue_to_app(
        cls, connection: Connection, secret: str, *, scopes: list[str], expires_at: datetime
    ) -> "AccessToken":
        """The token of an app with this secret, created if there is none yet. Only a digest is stored."""
        token, _is_new = cls.objects.get_or_create(
            digest=digest_of(secret),
            defaults={
                "user_id": connection.user_id,
                "connection": connection,
                "description": connection.app.name,
                "scopes": scopes,
                "expires_at": expires_at,
            },
        )
        return token


@cache
def _presented() -> str:
    return f"""
        SELECT {columns_of(AccessToken, "token")}, {columns_of(User, "owner")}
        FROM accounts_accesstoken AS token JOIN accounts_user AS owner ON owner.id = token.user_id
        WHERE digest = %s AND revoked_at IS NULL AND expires_at > %s AND is_active
        """  # noqa: S608
