"""The games in tests/data, which other programs have played."""

import gzip
import json
from functools import cache
from typing import Final

from tools.launcher.workspace import ROOT

GAMES: Final = ROOT / "tests" / "data" / "vectors.jsonl.gz"


@cache
def recorded_games() -> list[list[str]]:
    """The moves of each game; they need not be legal under every rule set."""
    with gzip.open(GAMES, "rt", encoding="ascii") as lines:
        next(lines)
        return [json.loads(line)["moves"] for line in lines]
