"""What a caller may do at all. Every view says in `required_scopes` which scope each of its methods needs.

None is for everybody, guests included. A session has every scope: its owner sits in front of it. A bot plays with a
scope of its own, and never by a session, which would be a person's hand.
"""

from typing import Any

from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts.api.errors import InsufficientScope, SessionRequired, TokenRequired
from accounts.models import AccessToken, User
from accounts.scopes import Scope


class HasScope(BasePermission):
    """The default: the method's scope, if it needs one."""

    def has_permission(self, request: Request, view: Any) -> bool:
        scope = required_scope(view, request.method or "")
        if scope is None:
            return True
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if scope == Scope.GAME_PLAY and _is_bot(request):
            return _may_play_as_bot(request)
        if not has_scope(request, scope):
            raise InsufficientScope(scope)
        return True


class IsSession(BasePermission):
    """Signed in on the site, and not by a token, which could make itself stronger."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if request.auth is not None:
            raise SessionRequired
        return True


def required_scope(view: Any, method: str) -> str | None:
    """The scope that the view asks for; a method that it does not have needs none, for it is refused anyway.

    Raises KeyError for a method that the view has and does not name.
    """
    asked = "GET" if method == "HEAD" else method
    if not hasattr(view, asked.lower()) or asked == "OPTIONS":
        return None
    scope: str | None = view.required_scopes[asked]
    return scope


def _is_bot(request: Request) -> bool:
    return isinstance(request.user, User) and request.user.is_bot


def _may_play_as_bot(request: Request) -> bool:
    if request.auth is None:
        raise TokenRequired
    if not has_scope(request, Scope.BOT_PLAY):
        raise InsufficientScope(Scope.BOT_PLAY)
    return True


def sees_as_player(request: Request) -> bool:
    """Whether the caller is shown what is between the players of his games."""
    play = Scope.BOT_PLAY if _is_bot(request) else Scope.GAME_PLAY
    return has_scope(request, Scope.GAME_READ, play)


def has_scope(request: Request, *scopes: str) -> bool:
    """Whether the caller acts with one of these scopes; guests never do."""
    if isinstance(request.auth, AccessToken):
        return any(scope in request.auth.scopes for scope in scopes)
    return request.user.is_authenticated
