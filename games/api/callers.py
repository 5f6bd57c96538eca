"""The user on whose behalf a request is answered."""

from rest_framework.request import Request

from accounts.api.permissions import sees_as_player
from accounts.models import AccessToken, User


def viewer_id(request: Request) -> int | None:
    """The user who may see private data, or None. Tokens need a scope of games for it."""
    return request.user.pk if sees_as_player(request) else None


def caller(request: Request) -> User:
    """The signed-in user; the view's scope keeps visitors out."""
    assert isinstance(request.user, User)  # noqa: S101  (HasScope saw to it)
    return request.user


def token_of(request: Request) -> AccessToken | None:
    """The token of the call; None for a session. What is set up with it ends with it."""
    return request.auth if isinstance(request.auth, AccessToken) else None
