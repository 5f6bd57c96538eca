"""Hooks: what a lower app asks or tells apps that it does not know."""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Hook(Generic[P, T]):
    """Functions of higher apps, which add them when they are ready. They run in the transaction of the caller."""

    def __init__(self) -> None:
        self._functions: list[Callable[P, T]] = []

    def add(self, function: Callable[P, T]) -> Callable[P, T]:
        """Call the function as well; also a decorator."""
        self._functions.append(function)
        return function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[T]:
        """Call all functions in the order of their apps, and return what they return."""
        return [function(*args, **kwargs) for function in self._functions]
