"""Days per move: the same time for every move."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from muehle.clocks import register
from muehle.clocks.base import DAY, TimeControl, parameter


@register
@dataclass(frozen=True, slots=True)
class DaysPerMove(TimeControl):
    """Every move has the same time; unused time is not carried over."""

    system = "days_per_move"
    carries_over = False

    days_per_move: int = parameter(3, least=1, most=14)

    @property
    def initial_seconds(self) -> int:
        return self.days_per_move * DAY

    def seconds_after_move(self, seconds_left: int, *, seconds_spent: int) -> int:
        return self.days_per_move * DAY

    @property
    def pgn_tags(self) -> dict[str, str]:
        """1/259200 means one move in that many seconds."""
        return {"TimeControl": f"1/{self.initial_seconds}"}

    @classmethod
    def from_pgn_tags(cls, tags: Mapping[str, str]) -> Self | None:
        found = re.fullmatch(r"1/([0-9]{1,9})", tags.get("TimeControl", ""))
        days, rest = divmod(int(found[1]), DAY) if found else (0, 0)
        return cls(days) if days and not rest else None
