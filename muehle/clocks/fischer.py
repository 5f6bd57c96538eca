"""The Fischer clock: a bank of time with an increment."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from muehle.clocks import register
from muehle.clocks.base import DAY, InvalidParameter, TimeControl, parameter


@register
@dataclass(frozen=True, slots=True)
class FischerBank(TimeControl):
    """A bank of time. It shrinks while the side thinks, and grows by the increment with each move, up to the cap."""

    system = "fischer"
    carries_over = True

    initial_seconds: int = parameter(3 * DAY, least=DAY // 2, most=30 * DAY)
    increment_seconds: int = parameter(1 * DAY, least=0, most=7 * DAY)
    # The cap limits how long a side can pause a game.
    cap_seconds: int = parameter(7 * DAY, least=DAY // 2, most=30 * DAY)

    CAP_BELOW_INITIAL = "cap_below_initial"

    def seconds_after_move(self, seconds_left: int, *, seconds_spent: int) -> int:
        return min(self.cap_seconds, max(0, seconds_left - seconds_spent) + self.increment_seconds)

    def validate_together(self) -> None:
        if self.initial_seconds > self.cap_seconds:
            raise InvalidParameter("cap_seconds", self.CAP_BELOW_INITIAL)

    @property
    def pgn_tags(self) -> dict[str, str]:
        """259200+86400 is a bank and its increment. PGN has no cap; it has a tag of its own."""
        return {
            "TimeControl": f"{self.initial_seconds}+{self.increment_seconds}",
            "TimeControlCap": str(self.cap_seconds),
        }

    @classmethod
    def from_pgn_tags(cls, tags: Mapping[str, str]) -> Self | None:
        found = re.fullmatch(r"([0-9]{1,9})\+([0-9]{1,9})", tags.get("TimeControl", ""))
        cap = re.fullmatch(r"[0-9]{1,9}", tags.get("TimeControlCap", ""))
        return cls(int(found[1]), int(found[2]), int(cap[0])) if found and cap else None
