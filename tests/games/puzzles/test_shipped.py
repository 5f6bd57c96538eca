"""The puzzles of the package are what they say, by the tables of the package."""

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.puzzles.daily import daily_puzzle
from games.puzzles.models import Puzzle
from games.puzzles.shipped import FILE, establish, shipped_rows
from muehle import STANDARD, Move, Position
from muehle_engine.puzzles import Theme, canonical_key
from muehle_tables import Result, Tables, Value

LARGEST = 200_000


def values_after(position: Position, tables: Tables) -> dict[Move, Value]:
    """What the position is worth for the opponent after each legal move."""
    return {each: tables.value(position.play(each, STANDARD), STANDARD) for each in position.legal_moves(STANDARD)}


def contradicted_and_unproved(row: dict[str, Any], tables: Tables) -> tuple[list[str], list[str]]:
    """The own moves that are not the only ones to keep the value, by the tables, and those they say too little of."""
    position, contradicted, unproved = Position.parse(row["position"]), list[str](), list[str]()
    result = Result(row["result"])
    for index, text in enumerate(row["line"].split()):
        move = Move.parse(text)
        if index % 2 == 0:
            values = {each: value.result.opposite for each, value in values_after(position, tables).items()}
            allowed = {each: {result} if each == move else {*Result} - {result, Result.WON} for each in values}
            if any(value is not Result.UNKNOWN and value not in allowed[each] for each, value in values.items()):
                contradicted.append(f"{row['position']}: {text}")
            if Result.UNKNOWN in values.values():
                unproved.append(f"{row['position']}: {text}")
        position = position.play(move, STANDARD)
    return contradicted, unproved


def test_in_each_own_position_one_move_alone_keeps_the_proved_value() -> None:
    """With `TABLES_DIRECTORY`, which has the tables of family a, all are checked; with the package about a third."""
    directory = os.environ.get("TABLES_DIRECTORY")
    with Tables.open(*([Path(directory)] if directory else [])) as tables:
        checked = [contradicted_and_unproved(row, tables) for row in shipped_rows()]

    assert [fault for contradicted, _unproved in checked for fault in contradicted] == []
    assert sum(not unproved for _contradicted, unproved in checked) >= (len(checked) if directory else 100)


def test_no_two_are_the_same_and_all_themes_are_there() -> None:
    rows = shipped_rows()
    themes = Counter(theme for row in rows for theme in row["themes"])

    assert len(rows) >= 300
    assert len({canonical_key(Position.parse(row["position"])) for row in rows}) == len(rows)
    assert {theme for theme, count in themes.items() if count >= 5} == {*Theme}
    assert sum(" " in row["line"] for row in rows) >= len(rows) / 2
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
