"""What a function refuses is said once, in its decorator: `@raises(locked_game, NoDrawOffer)`.

API views name the actions that they call in `refusals`, from which the schema takes the codes.
"""

import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from django.conf import settings

from games.core.errors import Refusal

P = ParamSpec("P")
T = TypeVar("T")
# A class, or a function that declares its own.
Source = type[Refusal] | Callable[..., Any]
Kinds = frozenset[type[Refusal]]


def raises(*sources: Source) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Declare which refusals a function raises: classes, and functions whose refusals it passes on.

    With settings.CHECK_REFUSALS any other refusal is an AssertionError. Without it the function stays as it is.
    """
    declared = Kinds().union(*map(refusals_of, sources))

    def declare(function: Callable[P, T]) -> Callable[P, T]:
        declaring = _checked(function, declared) if settings.CHECK_REFUSALS else function
        declaring.refusals = declared  # type: ignore[attr-defined]  # functions take any
        return declaring

    return declare


def refusals_of(source: Source) -> Kinds:
    """What the function declares; a class stands for itself."""
    if isinstance(source, type):
        return Kinds({source})
    declared: Kinds = source.refusals  # type: ignore[attr-defined]
    return declared


def _checked(function: Callable[P, T], declared: Kinds) -> Callable[P, T]:
    expected = tuple(declared)

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except Refusal as refusal:
            if isinstance(refusal, expected):
                raise
            raise AssertionError(f"{function.__name__}() does not declare {type(refusal).__name__}") from refusal

    return call
