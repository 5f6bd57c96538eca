"""The section *Zwickmühle* of the rules."""

from collections import Counter

import pytest

from muehle import POINTS, Color, Game, Position, Zwickmuehle, ZwickmuehleKind
from muehle.board import EDGES, NAME, mask, names
from muehle.zwickmuehle import CONFIGURATIONS
from tests.muehle.boards import board, play

SPOKE = """
    W---------W---------W
    |  W------.------W  |
    |  |  .---.---.  |  |
    .--.--B       .--.--.
    |  |  B---.---B  |  |
    |  B------.------B  |
    B---------B---------.
"""
RING = """
    W---------W---------W
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--B       W--W--.
    |  |  B---.---B  |  |
    |  B------.------B  |
    B---------B---------.
"""


def test_there_are_32_configurations_8_on_spoke_edges_and_24_on_ring_edges() -> None:
    assert Counter(found.kind for found in CONFIGURATIONS) == {"spoke": 8, "ring": 24}
    assert {frozenset(NAME[bit] for bit in found.edge) for found in CONFIGURATIONS} == {frozenset(e) for e in EDGES}


def test_two_parallel_ring_sides_joined_by_a_spoke_make_one() -> None:
    assert board(SPOKE).zwickmuehlen(Color.WHITE) == (
        Zwickmuehle("d7", "d7", "d6", ZwickmuehleKind.SPOKE, ("a7", "g7", "b6", "f6")),
    )


def test_a_ring_side_and_a_spoke_make_one() -> None:
    assert board(RING).zwickmuehlen(Color.WHITE) == (
        Zwickmuehle("g7", "g7", "g4", ZwickmuehleKind.RING, ("a7", "d7", "e4", "f4")),
    )


@pytest.mark.parametrize(
    ("drawing", "moves"), [(SPOKE, "d7-d6xa1 b2-d2 d6-d7xd1"), (RING, "g7-g4xa1 b2-d2 g4-g7xd1")], ids=["spoke", "ring"]
)
def test_every_move_to_and_fro_closes_a_mill(drawing: str, moves: str) -> None:
    game = Game(position=board(drawing))

    play(game, moves)

    assert game.position.lost(Color.BLACK) == 4


@pytest.mark.parametrize("found", CONFIGURATIONS, ids=lambda found: "-".join(NAME[bit] for bit in found.edge))
def test_in_every_configuration_either_end_of_the_edge_completes_a_mill(found: object) -> None:
    assert isinstance(found, type(CONFIGURATIONS[0]))
    u, v = found.edge

    at_u, at_v = (Position(found.partners | bit, 0, Color.WHITE, 0, 9) for bit in (u, v))

    assert [len(position.mills(Color.WHITE)) for position in (at_u, at_v)] == [1, 1]
    assert [position.zwickmuehlen(Color.WHITE)[0].stone for position in (at_u, at_v)] == [NAME[u], NAME[v]]


def test_an_occupied_second_point_makes_none() -> None:
    assert (
        board("""
    W---------W---------W
    |  W------B------W  |
    |  |  .---.---.  |  |
    .--.--.       .--.--.
    |  |  B---.---B  |  |
    |  B------.------B  |
    B---------B---------.
""").zwickmuehlen(Color.WHITE)
        == ()
    )


def test_own_stones_on_both_points_make_none() -> None:
    assert (
        board("""
    W---------W---------W
    |  W------W------W  |
    |  |  .---.---.  |  |
    .--.--.       .--.--.
    |  |  B---.---B  |  |
    |  B------.------B  |
    B---------B---------.
""").zwickmuehlen(Color.WHITE)
        == ()
    )


def test_a_missing_partner_makes_none() -> None:
    assert (
        board("""
    W---------W---------W
    |  W------.------.  |
    |  |  .---.---.  |  |
    .--.--B       .--.--.
    |  |  B---.---B  |  |
    |  B------.------B  |
    B---------B---------.
""").zwickmuehlen(Color.WHITE)
        == ()
    )


def test_only_the_stones_of_the_side_asked_for_count() -> None:
    assert board(SPOKE).zwickmuehlen(Color.BLACK) == ()


def test_points_are_named_in_board_order() -> None:
    assert names(mask(POINTS)) == POINTS
