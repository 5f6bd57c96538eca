"""The puzzles of the package are what they say, by the tables of the package."""

from collections import Counter
from typing import Any

import pytest

from games.puzzles.daily import daily_puzzle
from games.puzzles.models import Puzzle
from games.puzzles.shipped import FILE, establish, shipped_rows
from muehle import STANDARD, Move, Position
from muehle_engine.puzzles import Theme, canonical_key
from muehle_tables import Result, Tables

LARGEST = 200_000


def faults(row: dict[str, Any], tables: Tables) -> list[str]:
    """The own moves that are not the only ones that keep the value."""
    position, found = Position.parse(row["position"]), []
    for index, text in enumerate(row["line"].split()):
        move = Move.parse(text)
        if index % 2 == 0:
            after = {each: position.play(each, STANDARD) for each in position.legal_moves(STANDARD)}
            values = {each: tables.value(reached, STANDARD) for each, reached in after.items()}
            keeping = [each for each, value in values.items() if value.result.opposite is Result(row["result"])]
            better = row["result"] == "drawn" and Result.LOST in {value.result for value in values.values()}
            if keeping != [move] or better or not all(value.is_proved for value in values.values()):
                found.append(f"{row['position']}: {text}")
        position = position.play(move, STANDARD)
    return found


def test_in_each_own_position_one_move_alone_keeps_the_proved_value() -> None:
    with Tables.open() as tables:
        found = [fault for row in shipped_rows() for fault in faults(row, tables)]

    assert len(shipped_rows()) >= 200
    assert found == []


def test_no_two_are_the_same_and_all_themes_are_there() -> None:
    rows = shipped_rows()
    themes = Counter(theme for row in rows for theme in row["themes"])

    assert len({canonical_key(Position.parse(row["position"])) for row in rows}) == len(rows)
    assert {theme for theme, count in themes.items() if count >= 5} == {*Theme} - {Theme.ZWICKMUEHLE}
    assert FILE.stat().st_size <= LARGEST


@pytest.mark.django_db
def test_they_are_stored_once() -> None:
    establish()
    Puzzle.objects.update(value=1234.0)
    establish()

    assert Puzzle.objects.count() == len(shipped_rows())
    assert set(Puzzle.objects.values_list("value", flat=True)) == {1234.0}


@pytest.mark.django_db
def test_a_new_server_has_a_puzzle_of_the_day() -> None:
    establish()

    assert daily_puzzle().puzzle.solution
