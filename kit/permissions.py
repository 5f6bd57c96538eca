"""Permissions of API views, each with what the schema says of the calls that it lets in.

A view declares in `required_scopes` the scope of each method; None means that everybody may call it.
"""

from collections.abc import Iterable
from typing import Any

from rest_framework.exceptions import APIException
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from kit.scopes import Scope

Schema = dict[str, Any]


class Permission(BasePermission):
    """A permission that the schema asks about the methods of a view; a subclass answers what concerns it."""

    @classmethod
    def security(cls, view: Any, method: str) -> list[Schema]:
        """How callers authenticate, as OpenAPI has it; empty where another permission of the view says it."""
        return []

    @classmethod
    def described(cls, view: Any, method: str) -> str:
        """A sentence for the description; empty where there is nothing to say."""
        return ""

    @classmethod
    def refusals(cls, view: Any, method: str) -> Iterable[type[APIException]]:
        """What it raises."""
        return ()


def required_scope(view: Any, method: str) -> Scope | None:
    """The scope that the view requires; None for methods that it does not have, which are refused anyway.

    Raises KeyError for a method that the view has but does not declare.
    """
    asked = "GET" if method == "HEAD" else method
    if not hasattr(view, asked.lower()) or asked == "OPTIONS":
        return None
    scope: Scope | None = view.required_scopes[asked]
    return scope


def has_scope(request: Request, *scopes: Scope) -> bool:
    """Whether the caller acts with one of these scopes: a token that has it, or any session. Visitors never do."""
    token: Any = request.auth
    if token is not None:
        return any(scope.name in token.scopes for scope in scopes)
    return request.user.is_authenticated
