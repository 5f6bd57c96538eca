"""Permissions of API calls. Each view declares in `required_scopes` the scope of each method.

None means that everybody may call it, visitors included. A session has every scope. A bot plays with a scope of its own
and never by a session, which a person would use. A guest has only a session, and does with it what the scope says is
for guests; `guests` of a view says otherwise of all its methods.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from rest_framework.exceptions import APIException, NotAuthenticated
from rest_framework.request import Request

from accounts.api.errors import AccountNeeded, FreshAuthenticationRequired, SessionRequired, TokenRequired
from accounts.proofs import is_fresh
from kit.errors import InsufficientScope
from kit.permissions import Permission, Schema, has_scope, required_scope
from kit.scopes import Scope


class HasScope(Permission):
    """The default permission: the scope of the method, if it needs one."""

    def has_permission(self, request: Request, view: Any) -> bool:
        scope = required_scope(view, request.method or "")
        if scope is None:
            return True
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if request.user.is_guest and not is_for_guests(view, scope):
            raise AccountNeeded
        if scope.of_bots is not None and request.user.is_bot:
            if request.auth is None:
                raise TokenRequired
            scope = scope.of_bots
        if not has_scope(request, scope):
            raise InsufficientScope(scope.name)
        return True

    @classmethod
    def security(cls, view: Any, method: str) -> list[Schema]:
        scope: Scope | None = view.required_scopes[method]
        if scope is None:
            return [{}, {"token": []}, {"oauth": []}, {"session": []}]
        tokens = [{"token": [each.name]} for each in (scope, scope.of_bots) if each]
        return [*tokens, *([{"oauth": [scope.name]}] if scope.is_for_apps else []), {"session": []}]

    @classmethod
    def described(cls, view: Any, method: str) -> str:
        scope: Scope | None = view.required_scopes[method]
        if scope is None:
            return ""
        return f"Scope: `{scope}`; for a bot, `{scope.of_bots}`." if scope.of_bots else f"Scope: `{scope}`."

    @classmethod
    def refusals(cls, view: Any, method: str) -> Iterable[type[APIException]]:
        if scope := view.required_scopes[method]:
            yield from (NotAuthenticated, InsufficientScope)
            if not is_for_guests(view, scope):
                yield AccountNeeded
            if scope.of_bots:
                yield TokenRequired


class IsSession(Permission):
    """Requires a session. A token must not be able to extend its own rights."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if request.auth is not None:
            raise SessionRequired
        if request.user.is_guest:
            raise AccountNeeded
        return True

    @classmethod
    def security(cls, view: Any, method: str) -> list[Schema]:
        return [{"session": []}]

    @classmethod
    def refusals(cls, view: Any, method: str) -> Iterable[type[APIException]]:
        return (NotAuthenticated, SessionRequired, AccountNeeded)


class IsFreshToChange(Permission):
    """Requires of a session that its user has proved their identity lately, for what lets in others.

    Tokens got their scope by such a proof. Most deletions need none: they take rights away.
    """

    methods: ClassVar = {"POST", "PATCH", "PUT"}

    def has_permission(self, request: Request, view: Any) -> bool:
        is_change = request.method in self.methods
        if is_change and request.auth is None and request.user.is_authenticated and not is_fresh(request):
            raise FreshAuthenticationRequired
        return True

    @classmethod
    def refusals(cls, view: Any, method: str) -> Iterable[type[APIException]]:
        return (FreshAuthenticationRequired,) if method in cls.methods else ()


class IsFreshToChangeOrDelete(IsFreshToChange):
    """For what others use, and what cannot be made again as it was."""

    methods: ClassVar = {*IsFreshToChange.methods, "DELETE"}


class IsFreshToMake(IsFreshToChange):
    """Where a change lets in nobody else."""

    methods: ClassVar = {"POST"}


def is_for_guests(view: Any, scope: Scope) -> bool:
    """Whether guests may call a method of the view that requires the scope."""
    said: bool | None = getattr(view, "guests", None)
    return scope.is_for_guests if said is None else said
