"""Authentication of API requests: by a personal token, by an app's token, or by a session."""

from datetime import datetime, timedelta

from django.conf import settings
from rest_framework import authentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from accounts.api.errors import CsrfFailed, NoBearer, TokenExpired, TokenRevoked
from accounts.models import AccessToken, Connection, User
from accounts.models.tokens import digest_of
from kit import database_time
from kit.errors import InvalidToken

# Often enough to show that a token is in use. A write with every request would cost more than the request.
NOTED_EVERY = timedelta(minutes=1)


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer mue_…` or `mua_…`, in one query with the owner. `request.auth` is the token.

    Other schemes are refused; otherwise their senders would silently be treated as visitors.
    """

    def authenticate(self, request: Request) -> tuple[User, AccessToken] | None:
        sent = request.META.get("HTTP_AUTHORIZATION")
        if sent is None:
            return None
        scheme, _space, secret = sent.partition(" ")
        if scheme.lower() != "bearer":
            raise NoBearer
        now = database_time.now()
        token = AccessToken.presented(secret.strip(), now=now)
        if token is None:
            raise _refusal(secret.strip())
        _note_use(token, now=now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


def _refusal(secret: str) -> InvalidToken:
    """Who has the secret of an ended token may know why it is refused."""
    ended = AccessToken.objects.filter(digest=digest_of(secret), user__is_active=True).first()
    if ended is None:
        return InvalidToken()
    return TokenRevoked() if ended.revoked_at else TokenExpired()


def _note_use(token: AccessToken, *, now: datetime) -> None:
    if token.last_used_at is None or now - token.last_used_at >= NOTED_EVERY:
        AccessToken.objects.filter(pk=token.pk).update(last_used_at=now)
        if token.connection_id is not None:
            Connection.objects.filter(pk=token.connection_id).update(last_used_at=now)


class SessionAuthentication(authentication.SessionAuthentication):
    """The session cookie, with a CSRF token for unsafe methods.

    The cookie is ignored on requests from other origins, even if the browser sends it.
    """

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        origin = request.headers.get("Origin")
        if origin is not None and origin not in (_own_origin(request), *settings.CSRF_TRUSTED_ORIGINS):
            return None
        found: tuple[User, None] | None = super().authenticate(request)
        return found

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            raise CsrfFailed from error


def _own_origin(request: Request) -> str:
    return f"{request.scheme}://{request.get_host()}"
