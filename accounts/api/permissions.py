"""Permissions of API calls. Each view declares in `required_scopes` the scope of each method.

None means that everybody may call it, visitors included. A session has every scope. A bot plays with a scope of its own
and never by a session, which a person would use. A guest has only a session, and does with it what `FOR_GUESTS` says;
`guests` of a view says otherwise of all its methods.
"""

from typing import Any, ClassVar

from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts.api.errors import (
    AccountNeeded,
    FreshAuthenticationRequired,
    InsufficientScope,
    SessionRequired,
    TokenRequired,
)
from accounts.models import AccessToken, User
from accounts.proofs import is_fresh
from accounts.scopes import FOR_GUESTS, Scope


class HasScope(BasePermission):
    """The default permission: the scope of the method, if it needs one."""

    def has_permission(self, request: Request, view: Any) -> bool:
        scope = required_scope(view, request.method or "")
        if scope is None:
            return True
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if request.user.is_guest and not is_for_guests(view, scope):
            raise AccountNeeded
        if scope == Scope.GAME_PLAY and _is_bot(request):
            return _may_play_as_bot(request)
        if not has_scope(request, scope):
            raise InsufficientScope(scope)
        return True


class IsSession(BasePermission):
    """Requires a session. A token must not be able to extend its own rights."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if request.auth is not None:
            raise SessionRequired
        if request.user.is_guest:
            raise AccountNeeded
        return True


class IsFreshToChange(BasePermission):
    """Requires of a session that its user has proved their identity lately, for what lets in others.

    Tokens got their scope by such a proof. Most deletions need none: they take rights away.
    """

    methods: ClassVar = {"POST", "PATCH", "PUT"}

    def has_permission(self, request: Request, view: Any) -> bool:
        is_change = request.method in self.methods
        if is_change and request.auth is None and request.user.is_authenticated and not is_fresh(request):
            raise FreshAuthenticationRequired
        return True


class IsFreshToChangeOrDelete(IsFreshToChange):
    """For what others use, and what cannot be made again as it was."""

    methods: ClassVar = {*IsFreshToChange.methods, "DELETE"}


class IsFreshToMake(IsFreshToChange):
    """Where a change lets in nobody else."""

    methods: ClassVar = {"POST"}


def required_scope(view: Any, method: str) -> str | None:
    """The scope that the view requires; None for methods that it does not have, which are refused anyway.

    Raises KeyError for a method that the view has but does not declare.
    """
    asked = "GET" if method == "HEAD" else method
    if not hasattr(view, asked.lower()) or asked == "OPTIONS":
        return None
    scope: str | None = view.required_scopes[asked]
    return scope


def is_for_guests(view: Any, scope: str) -> bool:
    """Whether guests may call a method of the view that requires the scope."""
    said: bool | None = getattr(view, "guests", None)
    return scope in FOR_GUESTS if said is None else said


def _is_bot(request: Request) -> bool:
    return isinstance(request.user, User) and request.user.is_bot


def _may_play_as_bot(request: Request) -> bool:
    if request.auth is None:
        raise TokenRequired
    if not has_scope(request, Scope.BOT_PLAY):
        raise InsufficientScope(Scope.BOT_PLAY)
    return True


def sees_as_player(request: Request) -> bool:
    """Whether the caller may see what only the players of their games may see."""
    play = Scope.BOT_PLAY if _is_bot(request) else Scope.GAME_PLAY
    return has_scope(request, Scope.GAME_READ, play)


def has_scope(request: Request, *scopes: str) -> bool:
    """Whether the caller acts with one of these scopes; visitors never do."""
    if isinstance(request.auth, AccessToken):
        return any(scope in request.auth.scopes for scope in scopes)
    return request.user.is_authenticated
