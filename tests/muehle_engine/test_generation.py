"""The moves of the search are those of the rules library, in thousands of positions of games."""

import pytest

from muehle import RULESETS
from muehle.rulesets import AllInMills
from muehle_engine.generation import CLOSES, closings, quiet_moves
from muehle_engine.geometry import CODE, as_move, code_of
from muehle_engine.shapes import EVERY_LINE
from tests.muehle_engine.positions import positions_of_games


@pytest.mark.parametrize("name", ["standard", "classic"])
def test_the_moves_and_the_stones_after_them_are_those_of_the_rules_library(name: str) -> None:
    rules = RULESETS[name]
    protects = rules.all_in_mills is AllInMills.PROTECTED_UNLESS_THREE
    compared = 0
    for position in positions_of_games(rules, every=25):
        own, other, own_hand, other_hand = position.turn
        closing = closings(EVERY_LINE, own, other, own_hand, other_hand, protects)
        steps = [*closing, *quiet_moves(EVERY_LINE, own, other, own_hand)]

        after = {as_move(code & CODE): (bool(code & CLOSES), mine, theirs) for code, mine, theirs in steps}

        assert len(after) == len(steps)
        assert after == {
            move: (position.closes_mill(move), *position.play(move, rules).turn[1::-1])
            for move in position.legal_moves(rules)
        }
        compared += 1
    assert compared > 2000


def test_a_move_has_one_code() -> None:
    moves = {
        move for position in positions_of_games(RULESETS["standard"], every=100) for move in position.legal_moves()
    }

    assert len({code_of(move) for move in moves}) == len(moves) > 500
    assert {as_move(code_of(move)) for move in moves} == moves
