"""The puzzles of the package, from games of the computer. They are stored after each migration, each once."""

import json
from pathlib import Path
from typing import Any, Final

from games.puzzles.daily import choose_daily_puzzles
from games.puzzles.models import Puzzle
from kit import database_time
from muehle import STANDARD, Position
from muehle_engine.puzzles import canonical_key

FILE: Final = Path(__file__).with_name("shipped.json")
# How sure the ratings are: they follow from the levels of the computer that find the solution.
DEVIATION: Final = 200.0


def shipped_rows() -> list[dict[str, Any]]:
    """What the file has; `tools/puzzles.py` writes it."""
    rows: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["puzzles"]
    return rows


def establish() -> None:
    """Store the puzzles that are missing, and choose the first one of the day."""
    now = database_time.now()
    puzzles = [
        Puzzle(
            rules=STANDARD.name,
            position=row["position"],
            key=canonical_key(Position.parse(row["position"])),
            goal=row["result"],
            solution=row["line"].split(),
            themes=row["themes"],
            value=row["rating"],
            deviation=DEVIATION,
            created_at=now,
        )
        for row in shipped_rows()
    ]
    Puzzle.objects.bulk_create(puzzles, ignore_conflicts=True)
    choose_daily_puzzles()
