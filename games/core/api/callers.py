"""The user on whose behalf a request is answered, and what they may see."""

from rest_framework.request import Request

from accounts.models import AccessToken, User
from games.core.scopes import BOT_PLAY, GAME_PLAY, GAME_READ
from kit.permissions import has_scope


def sees_as_player(request: Request) -> bool:
    """Whether the caller may see what only the players of their games may see."""
    is_bot = isinstance(request.user, User) and request.user.is_bot
    return has_scope(request, GAME_READ, BOT_PLAY if is_bot else GAME_PLAY)


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
