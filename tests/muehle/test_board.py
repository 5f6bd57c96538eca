"""The section *Board* of the rules."""

from itertools import pairwise

from muehle import POINTS, SYMMETRIES
from muehle.board import BIT, EDGES, LINES, NEIGHBOURS, closing_points, mask, names, points_in_mills


def test_the_board_has_24_points_32_edges_and_16_lines() -> None:
    assert (len(set(POINTS)), len(set(EDGES)), len(set(LINES))) == (24, 32, 16)


def test_points_are_numbered_row_by_row_from_the_top_left() -> None:
    assert [POINTS.index(name) + 1 for name in ("a7", "d7", "g7", "b6", "g1")] == [1, 2, 3, 4, 24]
    assert all((-int(one[1]), one[0]) < (-int(next_[1]), next_[0]) for one, next_ in pairwise(POINTS))


def test_files_run_from_left_to_right_and_ranks_from_bottom_to_top() -> None:
    assert names(NEIGHBOURS[BIT["a7"]]) == ("d7", "a4")
    assert names(NEIGHBOURS[BIT["d6"]]) == ("d7", "b6", "f6", "d5")
    assert names(NEIGHBOURS[BIT["e4"]]) == ("e5", "f4", "e3")


def test_every_point_lies_on_exactly_two_lines() -> None:
    assert {name: sum(bool(line & BIT[name]) for line in LINES) for name in POINTS} == dict.fromkeys(POINTS, 2)


def test_every_line_has_three_points_of_one_file_or_rank() -> None:
    lines = [names(line) for line in LINES]

    assert all(len(line) == 3 for line in lines)
    assert all(len({name[0] for name in line}) == 1 or len({name[1] for name in line}) == 1 for line in lines)


def test_edges_join_neighbours_on_a_line_both_ways() -> None:
    assert all(NEIGHBOURS[BIT[one]] & BIT[other] and NEIGHBOURS[BIT[other]] & BIT[one] for one, other in EDGES)
    assert sum(neighbours.bit_count() for neighbours in NEIGHBOURS.values()) == 64


def test_there_are_16_symmetries_and_each_keeps_edges_and_lines() -> None:
    assert len(set(SYMMETRIES)) == 16
    for symmetry in SYMMETRIES:
        image = {name: POINTS[symmetry[index]] for index, name in enumerate(POINTS)}
        assert {frozenset((image[one], image[other])) for one, other in EDGES} == {frozenset(edge) for edge in EDGES}
        assert {mask(image[name] for name in names(line)) for line in LINES} == set(LINES)


def test_eight_symmetries_keep_the_rings_and_eight_exchange_outer_and_inner() -> None:
    outer = {POINTS.index(name) for name in ("a7", "d7", "g7", "a4", "g4", "a1", "d1", "g1")}
    inner = {POINTS.index(name) for name in ("c5", "d5", "e5", "c4", "e4", "c3", "d3", "e3")}

    images = [{symmetry[index] for index in outer} for symmetry in SYMMETRIES]

    assert (images.count(outer), images.count(inner)) == (8, 8)


def test_a_line_with_two_own_stones_closes_on_its_third_point() -> None:
    stones = mask(["a7", "d7", "d6", "c4"])

    assert names(closing_points(stones)) == ("g7", "d5")


def test_only_stones_of_a_complete_line_are_in_a_mill() -> None:
    stones = mask(["a7", "d7", "g7", "g4", "c4", "e4"])

    assert names(points_in_mills(stones)) == ("a7", "d7", "g7")


def test_no_names_are_no_points() -> None:
    assert mask([]) == 0
