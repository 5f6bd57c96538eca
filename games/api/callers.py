"""Whose eyes an answer is for."""

from rest_framework.request import Request

from accounts.api.permissions import sees_as_player
from accounts.models import User


def viewer_id(request: Request) -> int | None:
    """The user whose secrets may be shown: a token sees them with a scope of games, a guest has none."""
    return request.user.pk if sees_as_player(request) else None


def caller(request: Request) -> User:
    """Who is calling, where the scope has kept guests out."""
    assert isinstance(request.user, User)  # noqa: S101  (HasScope saw to it)
    return request.user
