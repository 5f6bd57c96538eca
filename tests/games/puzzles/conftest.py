"""Puzzles with known solutions."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from games.puzzles.models import Puzzle
from muehle import STANDARD, Position
from muehle_engine.choosing import shipped
from muehle_engine.puzzles import canonical_key, puzzle_at

MakePuzzle = Callable[..., Puzzle]
# One move wins; three moves do, one after the other.
SHORT = "....WBWBB...WW.W.B...... w 0 0 0"
LONG = "..WWB.W..BW..........B.. b 0 0 0"
SOLUTION = ["d6-a7xb4", "b6-g1", "a4-g4"]


def store(text: str, **columns: object) -> Puzzle:
    found = puzzle_at(Position.parse(text), STANDARD, shipped())
    assert found is not None
    return Puzzle.objects.create(
        rules="standard",
        position=text,
        key=canonical_key(found.position),
        goal=found.result,
        solution=list(map(str, found.line)),
        themes=list(found.themes),
        created_at=timezone.now(),
        **columns,
    )


@pytest.fixture
def short(db: None) -> Puzzle:
    """White wins by c3-d3 alone; Black is blocked."""
    return store(SHORT)


@pytest.fixture
def long(db: None) -> Puzzle:
    """Black has to find two moves, of which the first closes a mill."""
    return store(LONG)
