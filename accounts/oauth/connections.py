"""The deeds around connections: allow an app, give it tokens, take them back. For the consent page, the API and staff.

Every change locks the connection first, so that a code or a refresh token is good once, whoever comes twice at a time.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from django.db import transaction
from django.utils import timezone

from accounts.models import AccessToken, App, Connection, RefreshToken, User
from accounts.models.connections import ConnectionQuerySet
from accounts.models.tokens import digest_of, new_secret
from accounts.oauth.authorization import Wish
from accounts.scopes import Scope

CODE_LIFETIME = timedelta(minutes=1)
ACCESS_LIFETIME = timedelta(hours=1)
# A connection that has not been used for so long is over.
CONNECTION_LIFETIME = timedelta(days=180)
# So long an app that has not heard the answer may ask again with the same refresh token.
RETRY_WINDOW = timedelta(minutes=1)
# So long what has ended is kept, for a stolen secret to be known when it turns up.
KEPT_FOR = timedelta(days=30)


class NotGranted(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The code or refresh token is unknown, used up, expired, revoked, or not this app's. Nobody is told which."""


class BeyondGrant(Exception):  # noqa: N818
    """More scopes are asked for than were allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """What an app gets: the secrets are in here and nowhere else."""

    access_token: str
    refresh_token: str
    scopes: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectedApp:
    """An app with everything that somebody has allowed it, over all its sign-ins."""

    app: App
    scopes: list[str]
    connected_at: datetime
    last_used_at: datetime | None


def allow(user: User, wish: Wish) -> str:
    """Let the app act for the user; returns the code for it, which is good for a minute and once."""
    code, now = new_secret("muc_"), timezone.now()
    Connection.objects.create(
        user=user,
        app=wish.app,
        scopes=wish.scopes,
        redirect_uri=wish.asking.redirect_uri,
        code_digest=digest_of(code),
        code_challenge=wish.code_challenge,
        created_at=now,
        expires_at=now + CODE_LIFETIME,
    )
    return code


def begin(client_id: str, *, code: str, redirect_uri: str, verifier: str) -> Keys:
    """Exchange a code for the first tokens; raises NotGranted. A code that comes twice ends what it has begun."""

    def exchange() -> Keys | None:
        connection = _locked(client_id, code_digest=digest_of(code))
        if connection is None:
            return None
        if connection.begun_at is not None:
            _revoke(Connection.objects.filter(pk=connection.pk))
            return None
        now = timezone.now()
        is_the_same = connection.redirect_uri == redirect_uri and _fits(verifier, connection.code_challenge)
        if not is_the_same or not _is_open(connection, now=now):
            return None
        connection.begun_at = now
        return _keys(connection, now=now)

    return _granted(exchange)


def renew(client_id: str, *, refresh_token: str, scopes: Iterable[str] | None = None) -> Keys:
    """Exchange a refresh token for new tokens, the access token with fewer scopes if wanted.

    Raises NotGranted, and BeyondGrant where nothing has changed. One that has been used before ends the connection:
    two have it, and one of them has stolen it.
    """

    def exchange() -> Keys | None:
        digest = digest_of(refresh_token)
        connection = _locked(client_id, refresh_tokens__digest=digest)
        now = timezone.now()
        if connection is None or connection.begun_at is None or not _is_open(connection, now=now):
            return None
        token = RefreshToken.objects.get(digest=digest)
        if token.used_at is not None and not _is_retry(token, now=now):
            _revoke(Connection.objects.filter(pk=connection.pk))
            return None
        wanted = _within(connection.scopes, scopes)
        RefreshToken.objects.filter(connection=connection, used_at=None).update(used_at=now)
        return _keys(connection, now=now, scopes=wanted, parent=token)

    return _granted(exchange)


def give_back(client_id: str, secret: str) -> None:
    """Revoke a token that an app no longer wants: with a refresh token the connection ends. Unknown ones are none."""
    digest = digest_of(secret)
    with transaction.atomic():
        AccessToken.objects.filter(digest=digest, connection__app__client_id=client_id).revoke()
        _revoke(Connection.objects.filter(app__client_id=client_id, refresh_tokens__digest=digest))


def disconnect(user: User, client_id: str) -> bool:
    """End everything that the app may do for the user, at once; False where there is nothing to end."""
    return _revoke(Connection.objects.filter(user=user, app__client_id=client_id)) > 0


def disconnect_all(user: User) -> None:
    """End everything that any app may do for the user."""
    _revoke(Connection.objects.filter(user=user))


def disconnect_everybody(app: App) -> None:
    """End everything that the app may do for anybody."""
    _revoke(Connection.objects.filter(app=app))


def connected_apps(user: User) -> list[ConnectedApp]:
    """The apps that can act for the user, by name."""
    rows = Connection.objects.live(now=timezone.now()).filter(user=user).select_related("app__owner")
    by_app = groupby(rows.order_by("app__name", "app_id", "created_at"), key=lambda row: row.app)
    return [_together(app, list(connections)) for app, connections in by_app]


def forget_ended() -> None:
    """Delete what has ended long ago, and tokens that nobody can use any more."""
    now = timezone.now()
    long_ago = now - KEPT_FOR
    Connection.objects.filter(begun_at=None, expires_at__lt=now - timedelta(days=1)).delete()
    Connection.objects.filter(expires_at__lt=long_ago).delete()
    Connection.objects.filter(revoked_at__lt=long_ago).delete()
    AccessToken.objects.filter(connection__isnull=False, expires_at__lt=now - timedelta(days=1)).delete()
    RefreshToken.objects.filter(used_at__lt=long_ago).delete()


def _granted(exchange: Callable[[], Keys | None]) -> Keys:
    """Refused outside of the transaction, so that what a refusal has revoked stays revoked."""
    with transaction.atomic():
        keys = exchange()
    if keys is None:
        raise NotGranted
    return keys


def _locked(client_id: str, **secret: str) -> Connection | None:
    rows = Connection.objects.select_related("app", "user").filter(app__client_id=client_id, **secret)
    return rows.select_for_update(of=("self",)).first()


def _is_open(connection: Connection, *, now: datetime) -> bool:
    """Whether the app may still come for tokens. A code on its last instant is in time."""
    is_on = connection.app.switched_off_at is None and connection.user.is_active
    return is_on and connection.revoked_at is None and now <= connection.expires_at


def _fits(verifier: str, challenge: str) -> bool:
    digest = hashlib.sha256(verifier.encode()).digest()
    return hmac.compare_digest(base64.urlsafe_b64encode(digest).rstrip(b"=").decode(), challenge)


def _is_retry(token: RefreshToken, *, now: datetime) -> bool:
    """Whether the answer may have been lost: it is not long ago, and nobody has used what was in it."""
    is_recent = token.used_at is not None and now - token.used_at <= RETRY_WINDOW
    return is_recent and token.children.filter(used_at=None).exists()


def _within(allowed: list[str], wanted: Iterable[str] | None) -> list[str]:
    if wanted is None:
        return allowed
    chosen = set(wanted)
    if not chosen or not chosen <= set(allowed):
        raise BeyondGrant
    return [scope for scope in allowed if scope in chosen]


def _keys(
    connection: Connection, *, now: datetime, scopes: list[str] | None = None, parent: RefreshToken | None = None
) -> Keys:
    scopes = connection.scopes if scopes is None else scopes
    refresh_token = new_secret("mur_")
    RefreshToken.objects.create(connection=connection, digest=digest_of(refresh_token), parent=parent, created_at=now)
    connection.expires_at = now + CONNECTION_LIFETIME
    connection.save(update_fields=["begun_at", "expires_at"])
    access_token = AccessToken.issue_to_app(connection, scopes=scopes, expires_at=now + ACCESS_LIFETIME)
    return Keys(access_token=access_token, refresh_token=refresh_token, scopes=scopes)


def _revoke(connections: ConnectionQuerySet) -> int:
    """End these connections and all their tokens; returns how many there were to end."""
    now = timezone.now()
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
        scopes=[scope for scope in Scope.values if scope in scopes],
        connected_at=min(connection.created_at for connection in connections),
        last_used_at=max(used, default=None),
    )
