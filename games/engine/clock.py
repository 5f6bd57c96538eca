"""The clock's arithmetic: what a side has left, and the instant at which it runs out.

Both systems keep one number a side, the seconds it has for its next move. Nothing here reads the time of day.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

DAY = 86_400


@dataclass(frozen=True, slots=True)
class DaysPerMove:
    """Every move has the same time; what is saved on one is not carried to the next."""

    days: int

    @property
    def initial_seconds(self) -> int:
        return self.days * DAY

    def seconds_after_move(self, seconds_left: int, *, seconds_spent: int) -> int:
        """Seconds for the side's next move."""
        return self.days * DAY


@dataclass(frozen=True, slots=True)
class FischerBank:
    """A bank of time that shrinks while a side thinks and grows by the increment with each move, up to the cap."""

    initial_seconds: int = 3 * DAY
    increment_seconds: int = 1 * DAY
    cap_seconds: int = 7 * DAY

    def seconds_after_move(self, seconds_left: int, *, seconds_spent: int) -> int:
        """Seconds for the side's next move; never more than the cap."""
        return min(self.cap_seconds, max(0, seconds_left - seconds_spent) + self.increment_seconds)


Clock = DaysPerMove | FischerBank


def deadline(*, turn_started_at: datetime, seconds_left: int) -> datetime:
    """The last instant at which a move is in time; a move on the deadline itself counts."""
    return turn_started_at + timedelta(seconds=seconds_left)


def seconds_between(start: datetime, end: datetime) -> int:
    """Whole seconds from start to end, rounded down in favour of the player; a clock set back counts as zero."""
    return max(0, int((end - start).total_seconds()))
