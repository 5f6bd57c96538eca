"""Total time: a fixed budget for the whole game. Known as sudden death in chess and absolute time in Go."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from muehle.clocks import register
from muehle.clocks.base import DAY, TimeControl, parameter


@register
@dataclass(frozen=True, slots=True)
class TotalTime(TimeControl):
    """All moves of a side share one budget, without increment."""

    system = "total_time"
    carries_over = True

    total_seconds: int = parameter(30 * DAY, least=1 * DAY, most=60 * DAY)

    @property
    def initial_seconds(self) -> int:
        return self.total_seconds

    def seconds_after_move(self, seconds_left: int, *, seconds_spent: int) -> int:
        return max(0, seconds_left - seconds_spent)

    @property
    def pgn_tags(self) -> dict[str, str]:
        """2592000 means that many seconds for all moves."""
        return {"TimeControl": str(self.total_seconds)}

    @classmethod
    def from_pgn_tags(cls, tags: Mapping[str, str]) -> Self | None:
        found = re.fullmatch(r"[1-9][0-9]{0,8}", tags.get("TimeControl", ""))
        return cls(int(found[0])) if found else None
