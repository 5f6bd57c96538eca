"""Time controls: a registry of kinds. Every module here that registers a kind is found; no list names it."""

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
    """Add a kind to those that games may be played with; to be used as a decorator."""
    if kind.system in KINDS:
        raise ValueError(f"there is a time control {kind.system!r} already")
    KINDS[kind.system] = kind
    parameter_names.cache_clear()
    return kind


def time_control(system: str, parameters: Mapping[str, int]) -> TimeControl:
    """The time control with these parameters; what is left out takes its default."""
    return KINDS[system](**parameters)


def from_pgn_tags(tags: Mapping[str, str]) -> TimeControl | None:
    """The time control that the tags of a record describe, or None where they describe none of ours."""
    return next((found for kind in KINDS.values() if (found := kind.from_pgn_tags(tags))), None)


@cache
def parameter_names() -> tuple[str, ...]:
    """The names of all parameters that any kind has, each once."""
    return tuple(dict.fromkeys(name for kind in KINDS.values() for name in kind.bounds()))


for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
