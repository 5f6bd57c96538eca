"""The base of all time controls: a name, parameters with bounds, and the arithmetic of one side's clock.

A clock stores one number for each side: the seconds for its next move. Nothing here reads the current time.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from functools import cache
from typing import Any, ClassVar, Final, Self

DAY: Final = 86_400


class InvalidParameter(ValueError):  # noqa: N818  (as the other faults of the rules)
    """A parameter is out of bounds, or inconsistent with another one; `reason` is a code."""

    OUT_OF_BOUNDS: Final = "out_of_bounds"

    def __init__(self, parameter: str, reason: str = OUT_OF_BOUNDS) -> None:
        self.parameter, self.reason = parameter, reason
        super().__init__(f"{parameter}: {reason}")


@dataclass(frozen=True, slots=True)
class Bounds:
    """The minimum and maximum of a parameter."""

    least: int
    most: int


def parameter(default: int, *, least: int, most: int) -> Any:
    """A field of a time control: an integer."""
    return field(default=default, metadata={"bounds": Bounds(least, most)})


@dataclass(frozen=True, slots=True)
class TimeControl(ABC):
    """A kind of time control. Its fields are its parameters; they are not validated on creation."""

    # The name of the kind in the API and in the database.
    system: ClassVar[str]
    # Whether unused time is kept for later moves.
    carries_over: ClassVar[bool]

    @property
    @abstractmethod
    def initial_seconds(self) -> int:
        """Seconds for a side's first move."""

    @abstractmethod
    def seconds_after_move(self, seconds_left: int, *, seconds_spent: int) -> int:
        """Seconds for the side's next move."""

    @property
    @abstractmethod
    def pgn_tags(self) -> dict[str, str]:
        """The time control as tags of a record; `TimeControl` is in the format of PGN."""

    @classmethod
    @abstractmethod
    def from_pgn_tags(cls, tags: Mapping[str, str]) -> Self | None:
        """The time control in the tags, or None if it is not of this kind."""

    @classmethod
    @cache
    def bounds(cls) -> dict[str, Bounds]:
        """The bounds of the parameters, by name."""
        return {each.name: each.metadata["bounds"] for each in fields(cls)}

    @property
    def parameters(self) -> dict[str, int]:
        """The parameters by name."""
        return {name: getattr(self, name) for name in self.bounds()}

    def validate(self) -> None:
        """Raise InvalidParameter for the first invalid parameter."""
        for name, bounds in self.bounds().items():
            if not bounds.least <= getattr(self, name) <= bounds.most:
                raise InvalidParameter(name)
        self.validate_together()

    def validate_together(self) -> None:  # noqa: B027  (most kinds have nothing to add)
        """Raise InvalidParameter if parameters are inconsistent. All of them are within their bounds."""


def deadline(*, turn_started_at: datetime, seconds_left: int) -> datetime:
    """The last instant at which a move is in time; a move on the deadline itself counts."""
    return turn_started_at + timedelta(seconds=seconds_left)


def seconds_between(start: datetime, end: datetime) -> int:
    """Whole seconds from start to end, rounded down in favour of the player; 0 if the clock was set back."""
    return max(0, int((end - start).total_seconds()))
