"""The Zwickmühle programme: it takes as long as nothing happens, and stops at the first thing that does."""

import pytest

from muehle import RULESETS, STANDARD, Color, Move, Position
from muehle.board import mask
from muehle.programme import Programme, Stop, next_move, zwickmuehle_for

# d7-d6 and back, the four of S4's spoke beside it.
PARTNERS = "a7 g7 b6 f6"
PROGRAMME = Programme("d7", "d6", ("b4", "e3", "a1"))
QUIET = Move.parse("d2-d1")


def stand(*, white: str = f"{PARTNERS} d7", black: str = "a1 d1 g1 e3 b4", hands: tuple[int, int] = (0, 0)) -> Position:
    return Position(mask(white.split()), mask(black.split()), Color.WHITE, *hands)


@pytest.mark.parametrize(("stone", "move"), [("d7", "d7-d6xb4"), ("d6", "d6-d7xb4")])
def test_it_moves_to_the_other_point_and_takes_what_is_named_first(stone: str, move: str) -> None:
    position = stand(white=f"{PARTNERS} {stone}", black="a1 c5 g1 e3 b4")

    assert str(next_move(PROGRAMME, position, STANDARD, last=QUIET)) == move


def test_it_takes_the_next_where_the_first_is_gone_or_protected() -> None:
    position = stand(black="a1 d2 f2 b2 c4 e5")

    assert str(next_move(PROGRAMME, position, STANDARD, last=QUIET)) == "d7-d6xa1"


@pytest.mark.parametrize(
    ("position", "last", "reason"),
    [
        (stand(), "d2-d1xc3", Stop.STONE_LOST),
        (stand(black="a1 b4 g1"), "d2-d1", Stop.THREE_STONES),
        (stand(black="a1 b4 g1 d6 c3"), "d2-d6", Stop.BROKEN),
        (stand(white="a7 g7 b6 d7"), "d2-d1", Stop.BROKEN),
        (stand(hands=(1, 0)), "d2-d1", Stop.BROKEN),
        (stand(black="c5 c3 d3 g1 g4"), "d2-d1", Stop.NOTHING_TO_TAKE),
        # Once b4 is gone, d2 completes the line to d1 and d3.
        (stand(black="d1 d3 b2 b4 a1"), "d2-d1", Stop.THREATENED),
    ],
)
def test_it_stops_as_soon_as_anything_happens(position: Position, last: str, reason: Stop) -> None:
    assert next_move(PROGRAMME, position, STANDARD, last=Move.parse(last)) is reason


def test_a_stone_in_the_opponents_hand_that_completes_a_line_is_a_threat() -> None:
    position = stand(white=f"{PARTNERS} d7", black="a1 b4 c5 c4", hands=(0, 1))

    assert next_move(PROGRAMME, position, STANDARD, last=Move.parse("c4")) is Stop.THREATENED


def test_it_plays_for_black_as_for_white() -> None:
    assert str(next_move(PROGRAMME, stand(black="a1 c5 g1 e3 b4").swapped(), STANDARD, last=QUIET)) == "d7-d6xb4"
    assert next_move(PROGRAMME, stand(black="a1 b4 g1").swapped(), STANDARD, last=QUIET) is Stop.THREE_STONES


def test_what_can_be_taken_is_said_by_the_rules_of_the_game() -> None:
    programme, position = Programme("d7", "d6", ("a1",)), stand(black="a1 d1 g1 c3 d3 e3")

    assert str(next_move(programme, position, STANDARD, last=QUIET)) == "d7-d6xa1"
    assert next_move(programme, position, RULESETS["classic"], last=QUIET) is Stop.NOTHING_TO_TAKE


def test_the_zwickmuehle_is_looked_for_on_the_side_that_is_asked_for() -> None:
    position = stand()

    assert zwickmuehle_for(PROGRAMME, position) == position.zwickmuehlen(Color.WHITE)[0]
    assert zwickmuehle_for(PROGRAMME, position, own_turn=False) is None
    waiting = position._replace(to_move=Color.BLACK)
    assert zwickmuehle_for(PROGRAMME, waiting, own_turn=False) == position.zwickmuehlen(Color.WHITE)[0]
    assert zwickmuehle_for(PROGRAMME, waiting) is None
