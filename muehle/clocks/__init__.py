"""Time controls: a registry of kinds. All modules of this package are imported, and register their kinds."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final, TypeVar

from muehle.clocks.base import DAY, Bounds, InvalidParameter, TimeControl, deadline, parameter, seconds_between

__all__ = [
    "DAY",
    "KINDS",
    "Bounds",
    "InvalidParameter",
    "TimeControl",
    "deadline",
    "from_pgn_tags",
    "parameter",
    "parameter_names",
    "register",
    "seconds_between",
    "time_control",
]

Kind = TypeVar("Kind", bound=type[TimeControl])

# By `system`.
KINDS: Final[dict[str, type[TimeControl]]] = {}


def register(kind: Kind) -> Kind:
    """Register a kind of time control; used as a decorator."""
    if kind.system in KINDS:
        raise ValueError(f"there is a time control {kind.system!r} already")
    KINDS[kind.system] = kind
    parameter_names.cache_clear()
    return kind


def time_control(system: str, parameters: Mapping[str, int]) -> TimeControl:
    """The time control with these parameters; missing ones have their defaults."""
    return KINDS[system](**parameters)


def from_pgn_tags(tags: Mapping[str, str]) -> TimeControl | None:
    """The time control in the tags of a record, or None if they have no supported one."""
    return next((found for kind in KINDS.values() if (found := kind.from_pgn_tags(tags))), None)


@cache
def parameter_names() -> tuple[str, ...]:
    """The names of the parameters of all kinds."""
    return tuple(dict.fromkeys(name for kind in KINDS.values() for name in kind.bounds()))


for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
