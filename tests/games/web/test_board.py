"""How a position is drawn: what stands where, what is marked, and the words for it."""

from typing import Any

import pytest
from django.utils import translation

from games.core.labels import side_name
from games.web.board import Board, cell, content_words, place_words
from muehle import RULESETS, Color, Move, Position
from muehle.rulesets import PINK_GREEN

MILL_ABOVE = "WWWB.B.................. b 6 7 0"


def drawn(text: str = MILL_ABOVE, **fields: Any) -> Board:
    return Board(position=Position.parse(text), rules=RULESETS["standard"], **fields)


@pytest.mark.parametrize(
    ("point", "place"),
    [
        ("d6", "middle ring, top"),
        ("a7", "outer ring, top left"),
        ("e3", "inner ring, bottom right"),
        ("g4", "outer ring, right"),
        ("c4", "inner ring, left"),
    ],
)
def test_a_point_is_described_by_ring_and_side(point: str, place: str) -> None:
    assert place_words(*cell(point)) == place


def test_a_board_turned_round_for_black_says_where_the_points_are_seen() -> None:
    board = drawn(flipped=True)

    assert board.spots["d7"].label == "d7, outer ring, bottom: white stone, in a mill"
    assert board.spots["b6"].label == "b6, middle ring, bottom right: black stone"


def test_a_label_says_what_stands_on_the_point_and_whether_it_is_in_a_mill() -> None:
    board = drawn()

    assert board.spots["d7"].label == "d7, outer ring, top: white stone, in a mill"
    assert board.spots["b6"].label == "b6, middle ring, top left: black stone"
    assert board.spots["d6"].label == "d6, middle ring, top: free"


def test_labels_are_german_for_german_readers() -> None:
    with translation.override("de"):
        assert content_words("white", in_mill=True) == "weißer Stein, in einer Mühle"


def test_flipping_turns_the_drawing_and_keeps_the_names() -> None:
    upright, flipped = drawn().spots["a7"], drawn(flipped=True).spots["a7"]

    assert (upright.column, upright.row, flipped.column, flipped.row) == (1, 1, 7, 7)
    assert flipped.name == upright.name == "a7"


def test_every_point_has_a_cell_of_its_own() -> None:
    assert len({cell(name) for name in drawn().spots}) == 24


def test_closed_mills_and_the_last_move_are_marked() -> None:
    board = drawn(last_move=Move.parse("g4-g7xd6"))

    assert [(mill.color, mill.start.name, mill.end.name) for mill in board.mills] == [(Color.WHITE, "a7", "g7")]
    assert [spot and spot.name for spot in (board.came_from, board.went_to, board.was_taken)] == ["g4", "g7", "d6"]


def test_pink_and_green_have_their_own_words() -> None:
    assert [side_name(PINK_GREEN, color) for color in Color] == ["Green", "Pink"]
