"""Connections: allow an app, issue its tokens, revoke them. For the consent page, the API and staff.

Every change locks the connection first, so that a code or a refresh token is valid once even for concurrent requests.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from django.db import transaction

from accounts import access
from accounts.models import AccessToken, App, Connection, RefreshToken, User
from accounts.models.connections import ConnectionQuerySet
from accounts.models.tokens import PREFIX_OF_APPS, derived_secret, digest_of, new_secret
from accounts.oauth.authorization import AuthorizationRequest
from accounts.security import mails
from kit import database_time
from kit.scopes import scope_names

CODE_LIFETIME = timedelta(minutes=1)
ACCESS_LIFETIME = timedelta(hours=1)
# However often a connection is used, the user is asked again after this time.
CONNECTION_LIFETIME = timedelta(days=180)
# For this time, the same refresh token gives the same tokens: the response may be lost, or two parts of an app may ask
# at once.
RETRY_WINDOW = timedelta(minutes=1)
# For this time, ended connections are kept, so that stolen secrets are recognised.
KEPT_FOR = timedelta(days=30)


class InvalidGrant(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The code or refresh token is unknown, used, expired, revoked, or another app's.

    The response does not say which.
    """


class InvalidScope(Exception):  # noqa: N818
    """More scopes were requested than were allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppTokens:
    """The new tokens of an app; the only place with their secrets."""

    access_token: str
    refresh_token: str
    scopes: list[str]
    expires_in: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectedApp:
    """An app with everything that a user has allowed it, over all its connections."""

    app: App
    scopes: list[str]
    connected_at: datetime
    last_used_at: datetime | None


def allow(user: User, authorization: AuthorizationRequest) -> str:
    """Allow an app to act for the user; returns the code, which is valid for a minute and once."""
    code, now = new_secret("muc_"), database_time.now()
    with transaction.atomic():
        access.hold(user)
        Connection.objects.create(
            user=user,
            app=authorization.app,
            scopes=authorization.scopes,
            redirect_uri=authorization.target.redirect_uri,
            code_digest=digest_of(code),
            code_challenge=authorization.code_challenge,
            created_at=now,
            expires_at=now + CODE_LIFETIME,
        )
        mails.record(user, mails.Kind.APP_CONNECTED, detail=authorization.app.name)
    return code


def exchange_code(client_id: str, *, code: str, redirect_uri: str, verifier: str) -> AppTokens:
    """Exchange a code for the first tokens; raises InvalidGrant. A repeated code ends its connection."""

    def exchange() -> AppTokens | None:
        connection = _locked(client_id, code_digest=digest_of(code))
        if connection is None:
            return None
        if connection.begun_at is not None:
            _revoke(Connection.objects.filter(pk=connection.pk))
            return None
        now = database_time.now()
        is_the_same = connection.redirect_uri == redirect_uri and _fits(verifier, connection.code_challenge)
        if not is_the_same or not _is_open(connection, now=now):
            return None
        connection.begun_at, connection.expires_at = now, connection.created_at + CONNECTION_LIFETIME
        connection.save(update_fields=["begun_at", "expires_at"])
        return _tokens(connection, now=now, source=new_secret(""), scopes=connection.scopes)

    return _granted(exchange)


def exchange_refresh_token(client_id: str, *, refresh_token: str, scopes: Iterable[str] | None = None) -> AppTokens:
    """Exchange a refresh token for new tokens; `scopes` can restrict the access token.

    Raises InvalidGrant, and InvalidScope, which changes nothing. Reusing a token after a minute, or when the token that
    it gave has been used, ends the connection, because one of its two holders must have stolen it.
    """

    def exchange() -> AppTokens | None:
        digest = digest_of(refresh_token)
        connection = _locked(client_id, refresh_tokens__digest=digest)
        now = database_time.now()
        if connection is None or connection.begun_at is None or not _is_open(connection, now=now):
            return None
        token = RefreshToken.objects.get(digest=digest)
        if token.used_at is not None and not _is_repeated(token, now=now):
            _revoke(Connection.objects.filter(pk=connection.pk))
            return None
        wanted = _within(connection.scopes, scopes)
        if token.used_at is None:
            token.used_at = now
            token.save(update_fields=["used_at"])
        return _tokens(connection, now=now, source=refresh_token, scopes=wanted, parent=token)

    return _granted(exchange)


def revoke_token(client_id: str, secret: str) -> None:
    """Revoke a token for its app. A refresh token ends the connection. Unknown tokens are ignored."""
    digest = digest_of(secret)
    with transaction.atomic():
        AccessToken.objects.filter(digest=digest, connection__app__client_id=client_id).revoke()
        _revoke(Connection.objects.filter(app__client_id=client_id, refresh_tokens__digest=digest))


def disconnect(user: User, client_id: str) -> bool:
    """End all connections of the app with the user, immediately; False if there are none."""
    return _revoke(Connection.objects.filter(user=user, app__client_id=client_id)) > 0


def disconnect_all(user: User) -> None:
    """End all connections of the user."""
    _revoke(Connection.objects.filter(user=user))


def disconnect_everybody(app: App) -> None:
    """End all connections of the app."""
    _revoke(Connection.objects.filter(app=app))


def connected_apps(user: User) -> list[ConnectedApp]:
    """The apps that can act for the user, by name."""
    rows = Connection.objects.live(now=database_time.now()).filter(user=user).select_related("app__owner")
    by_app = groupby(rows.order_by("app__name", "app_id", "created_at"), key=lambda row: row.app)
    return [_together(app, list(connections)) for app, connections in by_app]


def delete_ended() -> None:
    """Delete connections that ended long ago, and unusable tokens."""
    now = database_time.now()
    long_ago = now - KEPT_FOR
    Connection.objects.filter(begun_at=None, expires_at__lt=now - timedelta(days=1)).delete()
    Connection.objects.filter(expires_at__lt=long_ago).delete()
    Connection.objects.filter(revoked_at__lt=long_ago).delete()
    AccessToken.objects.filter(connection__isnull=False, expires_at__lt=now - timedelta(days=1)).delete()
    RefreshToken.objects.filter(used_at__lt=long_ago).delete()


def _granted(exchange: Callable[[], AppTokens | None]) -> AppTokens:
    """Raise InvalidGrant outside the transaction, so that what was revoked in it stays revoked."""
    with transaction.atomic():
        keys = exchange()
    if keys is None:
        raise InvalidGrant
    return keys


def _locked(client_id: str, **secret: str) -> Connection | None:
    rows = Connection.objects.select_related("app", "user").filter(app__client_id=client_id, **secret)
    return rows.select_for_update(of=("self",)).first()


def _is_open(connection: Connection, *, now: datetime) -> bool:
    """Whether the app may still get tokens. A code is valid up to and including its last instant."""
    is_on = connection.app.is_on and connection.user.is_active
    return is_on and connection.revoked_at is None and now <= connection.expires_at


def _fits(verifier: str, challenge: str) -> bool:
    digest = hashlib.sha256(verifier.encode()).digest()
    return hmac.compare_digest(base64.urlsafe_b64encode(digest).rstrip(b"=").decode(), challenge)


def _is_repeated(token: RefreshToken, *, now: datetime) -> bool:
    """Whether the same app may ask again: the token was used recently, and the refresh token that it gave was not."""
    is_recent = token.used_at is not None and now - token.used_at <= RETRY_WINDOW
    return is_recent and token.children.filter(used_at=None).exists()


def _within(allowed: list[str], wanted: Iterable[str] | None) -> list[str]:
    if wanted is None:
        return allowed
    chosen = set(wanted)
    if not chosen or not chosen <= set(allowed):
        raise InvalidScope
    return [scope for scope in allowed if scope in chosen]


def _tokens(
    connection: Connection, *, now: datetime, source: str, scopes: list[str], parent: RefreshToken | None = None
) -> AppTokens:
    """The tokens that follow from a secret: the same for the same one, so that nothing is kept to repeat a response."""
    refresh_token = derived_secret("mur_", source)
    RefreshToken.objects.get_or_create(
        digest=digest_of(refresh_token), defaults={"connection": connection, "parent": parent, "created_at": now}
    )
    access_token = derived_secret(PREFIX_OF_APPS, source, *scopes)
    expires_at = min(now + ACCESS_LIFETIME, connection.expires_at)
    row = AccessToken.issue_to_app(connection, access_token, scopes=scopes, expires_at=expires_at)
    expires_in = (row.expires_at or expires_at) - now
    return AppTokens(access_token=access_token, refresh_token=refresh_token, scopes=scopes, expires_in=expires_in)


def _revoke(connections: ConnectionQuerySet) -> int:
    """End these connections and revoke all their tokens; returns how many were ended."""
    now = database_time.now()
    with transaction.atomic():
        rows = connections.filter(revoked_at=None).select_for_update(of=("self",)).order_by("pk")
        ended = [row.pk for row in rows]
        Connection.objects.filter(pk__in=ended).update(revoked_at=now)
        AccessToken.objects.filter(connection__in=ended).revoke()
    return len(ended)


def _together(app: App, connections: list[Connection]) -> ConnectedApp:
    scopes = {scope for connection in connections for scope in connection.scopes}
    used = [connection.last_used_at for connection in connections if connection.last_used_at is not None]
    return ConnectedApp(
        app=app,
        scopes=[scope for scope in scope_names() if scope in scopes],
        connected_at=min(connection.created_at for connection in connections),
        last_used_at=max(used, default=None),
    )
