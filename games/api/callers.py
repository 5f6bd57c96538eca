"""Whose eyes an answer is for."""

from rest_framework.request import Request

from accounts.api.permissions import has_scope
from accounts.models import User
from accounts.scopes import Scope


def viewer_id(request: Request) -> int | None:
    """The user whose secrets may be shown: a token sees them with a scope of games, a guest has none."""
    return request.user.pk if has_scope(request, Scope.GAME_READ, Scope.GAME_PLAY) else None


def caller(request: Request) -> User:
    """Who is calling, where the scope has kept guests out."""
    assert isinstance(request.user, User)  # noqa: S101  (HasScope saw to it)
    return request.user
