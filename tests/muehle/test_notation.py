"""The notations of a move and of a position, in and out, and what is malformed."""

import re

import pytest

from muehle import POINTS, Color, MalformedMove, MalformedPosition, Move, Position, RulesError

# --- Moves ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "source", "target", "removed"),
    [
        ("d6", None, "d6", None),
        ("f2-f4", "f2", "f4", None),
        ("d6xa1", None, "d6", "a1"),
        ("f2-f4xd5", "f2", "f4", "d5"),
    ],
)
def test_a_move_is_read_and_written_in_the_notation_of_the_field(
    text: str, source: str | None, target: str, removed: str | None
) -> None:
    move = Move.parse(text)

    assert (move.source, move.target, move.removed) == (source, target, removed)
    assert str(move) == text


@pytest.mark.parametrize(
    ("playok", "text"), [("5", "d6"), ("24", "g1"), ("20-13", "d2-e4"), ("20-13x5", "d2-e4xd6"), ("5x22", "d6xa1")]
)
def test_a_move_is_read_and_written_with_the_numbers_of_playok(playok: str, text: str) -> None:
    move = Move.parse_playok(playok)

    assert str(move) == text
    assert move.to_playok() == playok


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "d4", "a2", "h1", "a8", "a0", "D6", "d6 ", " d6", "d6\n", "d6-", "-d6", "xd6", "d6x", "d6xx1",
        "d6-f6-b6", "d6xa1xa4", "d6:a1", "d6-d4", "d4-d6", "d6xd4", "d6–f6", "d６", "5", "d6-f6x", "dd66", "d7xb4xf4",
    ],
)  # fmt: skip
def test_what_is_no_move_is_malformed_whatever_the_position(text: str) -> None:
    with pytest.raises(MalformedMove) as caught:
        Move.parse(text)

    assert caught.value.text == text
    assert isinstance(caught.value, RulesError)


@pytest.mark.parametrize(
    "text", ["", "0", "25", "1-25", "1-0", "0-1", "1x0", "1-2x25", "a1", "1-", "x1", "001", "1 ", "１"]
)
def test_what_is_no_move_in_numbers_is_malformed(text: str) -> None:
    with pytest.raises(MalformedMove) as caught:
        Move.parse_playok(text)

    assert caught.value.text == text


def test_a_move_between_points_that_do_not_exist_cannot_be_made() -> None:
    with pytest.raises(MalformedMove):
        Move("d6", "d4")


def test_equal_moves_are_equal_and_hash_alike() -> None:
    assert Move("d6", "f6", "a1") == Move.parse("d6-f6xa1") == Move.parse_playok("5-6x22")
    assert len({Move("d6", "f6", "a1"), Move.parse("d6-f6xa1")}) == 1


def test_a_move_shows_its_points_alone() -> None:
    assert repr(Move("d6", "f6", "a1")) == "Move(source='d6', target='f6', removed='a1')"


def test_legal_moves_are_sorted_by_their_bytes() -> None:
    position = Position.parse("WW..............BBB..... w 7 6 0")

    moves = [str(move) for move in position.legal_moves()]

    assert moves == sorted(moves)
    assert moves[-3:] == ["g7xb2", "g7xd3", "g7xe3"]


# --- Positions --------------------------------------------------------------------------------------------------------


def test_the_start_is_24_dots_white_to_move_nine_in_each_hand_no_quiet_half_moves() -> None:
    assert Position.start().text == "........................ w 9 9 0"


def test_a_position_that_says_nothing_of_it_has_no_quiet_half_moves() -> None:
    assert Position(1, 1 << 23, Color.WHITE, 8, 8).text == "W......................B w 8 8 0"


def test_the_text_of_a_position_tells_stones_side_hands_and_counter() -> None:
    position = Position.parse("W......................B b 7 8 0")

    assert (position.stones(Color.WHITE), position.stones(Color.BLACK)) == (("a7",), ("g1",))
    assert position.to_move is Color.BLACK
    assert (position.hand(Color.WHITE), position.hand(Color.BLACK)) == (7, 8)
    assert (position.lost(Color.WHITE), position.lost(Color.BLACK)) == (1, 0)
    assert Position.parse("WWW..BBB................ w 0 0 57").quiet_half_moves == 57


@pytest.mark.parametrize("index", range(24))
def test_the_letters_stand_in_the_order_of_the_numbers(index: int) -> None:
    text = "." * index + "B" + "." * (23 - index) + " w 9 8 0"

    position = Position.parse(text)

    assert position.stones(Color.BLACK) == (POINTS[index],)
    assert str(position) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "........................",
        "....................... w 9 9 0",
        "......................... w 9 9 0",
        "........................ w 9 9",
        "........................ W 9 9 0",
        "........................ x 9 9 0",
        "........................  w 9 9 0",
        "........................ w 10 9 0",
        "........................ w -1 9 0",
        "........................ w 9 9 -1",
        "........................ w 9 9 00",
        "........................ w 9 9 0 ",
        "........................ w 9 9 0\n",
        "........................ w ９ 9 0",
        "...................w.... w 8 9 0",
        "...................X.... w 8 9 0",
    ],
)
def test_what_is_no_position_is_malformed(text: str) -> None:
    with pytest.raises(MalformedPosition, match=re.escape(repr(text))) as caught:
        Position.parse(text)

    assert caught.value.problem == "expected 24 of W, B and dot, w or b, two hands and the quiet half-moves"


@pytest.mark.parametrize("text", ["W....................... w 9 9 0", "BBBBBBBBBB.............. w 9 0 0"])
def test_more_than_nine_stones_of_a_side_are_malformed(text: str) -> None:
    with pytest.raises(MalformedPosition) as caught:
        Position.parse(text)

    assert caught.value.problem == "a side has more than 9 stones, board and hand together"


def test_exchanging_the_colours_exchanges_stones_hands_and_the_side_to_move() -> None:
    assert Position.parse("WW.....................B b 7 8 0").swapped().text == "BB.....................W w 8 7 0"
    assert Position.parse("WWW..BBB................ w 0 0 57").swapped().text == "BBB..WWW................ b 0 0 57"
