"""Whose eyes an answer is for."""

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from accounts.api.permissions import sees_as_player
from accounts.models import User
from games import errors, selectors


def viewer_id(request: Request) -> int | None:
    """The user whose secrets may be shown: a token sees them with a scope of games, a guest has none."""
    return request.user.pk if sees_as_player(request) else None


def player_named(field: str, username: str) -> User:
    """The player whom a filter names; raises ValidationError."""
    try:
        return selectors.player_by_name(username)
    except errors.NotFound as error:
        raise ValidationError({field: [_("There is no player of this name.")]}) from error


def caller(request: Request) -> User:
    """Who is calling, where the scope has kept guests out."""
    assert isinstance(request.user, User)  # noqa: S101  (HasScope saw to it)
    return request.user
