"""Time controls in words and in forms: a presenter for each kind, found by its system. No list names them."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, TypeVar

from django.utils.functional import Promise

from games.core.time_controls.base import Figure, Presenter
from muehle.clocks import TimeControl

__all__ = ["PRESENTERS", "Figure", "Presenter", "in_words", "names", "presenter_of", "register"]

P = TypeVar("P", bound=type[Presenter[Any]])

# By `system`.
PRESENTERS: Final[dict[str, Presenter[Any]]] = {}


def register(presenter: P) -> P:
    """Register a presenter for its time control; a class decorator."""
    PRESENTERS[presenter.kind.system] = presenter()
    return presenter


def presenter_of(clock: TimeControl) -> Presenter[Any]:
    """The presenter of this time control."""
    return PRESENTERS[clock.system]


def in_words(clock: TimeControl) -> str:
    """The clock as people say it."""
    return presenter_of(clock).sentence(clock)


def names() -> Iterator[tuple[str, Promise]]:
    """The systems with their names, as choices."""
    for system, presenter in PRESENTERS.items():
        yield system, presenter.name


for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
