"""Scopes of tokens, described for their owners. Each app declares its own in its module `scopes`.

These modules are imported when Django starts.
"""

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Scope:
    """What a token may be good for. `order` is its place in lists.

    Apps of others cannot get scopes for what a player would not get rid of by disconnecting them: an account stays a
    bot, a block stays, and a webhook goes on. Guests have no tokens; `is_for_guests` is what the pages may do for them.
    A bot needs `of_bots` instead, and a token.
    """

    name: str
    label: Promise
    order: int
    is_for_apps: bool = True
    is_for_guests: bool = False
    of_bots: "Scope | None" = None

    def __str__(self) -> str:
        return self.name


_declared: dict[str, Scope] = {}


def declare(scope: Scope) -> Scope:
    """Let tokens have the scope; raises ValueError if there is one of this name."""
    if scope.name in _declared:
        raise ValueError(f"there is a scope {scope.name!r} already")
    _declared[scope.name] = scope
    return scope


def scopes() -> list[Scope]:
    """All declared scopes, in their order."""
    return sorted(_declared.values(), key=lambda scope: scope.order)


def scope_named(name: str) -> Scope:
    """The scope of this name; raises KeyError."""
    return _declared[name]


def scope_names() -> list[str]:
    """The names of all scopes, in their order."""
    return [scope.name for scope in scopes()]


def scopes_for_apps() -> list[Scope]:
    """Those that apps of others can get."""
    return [scope for scope in scopes() if scope.is_for_apps]


def scope_choices() -> list[tuple[str, Promise]]:
    """Names and labels, for fields of models and forms."""
    return [(scope.name, scope.label) for scope in scopes()]
