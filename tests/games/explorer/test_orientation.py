"""Positions and moves up to the symmetries of the board."""

import random

import pytest

from games.explorer.orientation import moves_behind, orientation_of, stored_move
from muehle import SYMMETRIES, Position


def position_after(count: int, seed: int) -> Position:
    dice, position = random.Random(seed), Position.start()
    for _ply in range(count):
        position = position.play(dice.choice(position.legal_moves()))
    return position


@pytest.mark.parametrize("plies", range(18))
def test_all_images_of_a_position_and_of_its_moves_are_stored_alike(plies: int) -> None:
    position = position_after(plies, seed=plies)
    orientation = orientation_of(position)
    stored = {move: stored_move(move, orientation) for move in position.legal_moves()}

    for symmetry in SYMMETRIES:
        image = orientation_of(position.transformed(symmetry))
        assert image.number == orientation.number
        assert all(stored_move(move.transformed(symmetry), image) == name for move, name in stored.items())


@pytest.mark.parametrize("plies", range(18))
def test_each_legal_move_is_behind_one_stored_move(plies: int) -> None:
    position = position_after(plies, seed=plies)
    orientation = orientation_of(position)

    behind = [
        moves_behind(stored, orientation) for stored in {stored_move(m, orientation) for m in position.legal_moves()}
    ]

    assert sorted(str(move) for images in behind for move in images) == [str(move) for move in position.legal_moves()]


def test_side_to_move_and_hands_are_part_of_the_number() -> None:
    texts = ("w 9 9", "b 9 9", "w 8 9", "w 9 8")
    numbers = {orientation_of(Position.parse(f"{'.' * 24} {text} 0")).number for text in texts}

    assert len(numbers) == len(texts)


def test_a_stone_of_the_other_side_makes_another_number() -> None:
    white, black = (Position.parse(f"{stone}....................... w 8 8 0") for stone in "WB")

    assert orientation_of(white).number != orientation_of(black).number


def test_the_first_stone_has_four_kinds_of_points() -> None:
    start = orientation_of(Position.start())

    kinds = {stored_move(move, start) for move in Position.start().legal_moves()}

    # Corners of the outer and the inner ring, of the middle one, and the points between them.
    assert sorted(len(moves_behind(kind, start)) for kind in kinds) == [4, 4, 8, 8]
