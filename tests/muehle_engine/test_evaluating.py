"""The evaluation of a position: the value of the tables where they have one, an estimate elsewhere, always the same."""

from random import Random

import pytest

from muehle import RULESETS, Game, Position, RuleSet
from muehle_engine.evaluating import evaluate
from muehle_tables import Result, Tables
from tests.muehle_engine.positions import ends_of_book, solved

STANDARD = RULESETS["standard"]
ALL_RULES = pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
EXPECTED = {Result.WON: 1, Result.DRAWN: 0.5, Result.LOST: 0}
# Enough to tell a search from none.
FEW = 300


@ALL_RULES
@pytest.mark.parametrize("result", [Result.WON, Result.DRAWN, Result.LOST])
def test_what_the_tables_prove_is_the_value_of_the_position_and_of_its_moves(
    rules: RuleSet, result: Result, tables: Tables
) -> None:
    position, _distance = next(solved(tables, rules, 4, 3, result, seed=3))

    found = evaluate(Game(rules, position), tables=tables, nodes=FEW)

    assert found.value.result is result
    assert found.value.expected == EXPECTED[result]
    for each in found.moves:
        after = tables.value(position.play(each.move, rules), rules)
        assert not after.is_proved or each.value.result is after.result.opposite


def random_game(seed: int, plies: int) -> Game:
    dice, game = Random(seed), Game(STANDARD)
    for _ in range(plies):
        game.play(dice.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("plies", [0, 6, 10, 15, 20])
def test_all_moves_are_in_their_order_and_the_line_begins_with_the_first(plies: int, tables: Tables) -> None:
    game = random_game(5, plies)

    found = evaluate(game, tables=tables, nodes=FEW)

    assert {each.move for each in found.moves} == set(game.legal_moves())
    worth = [each.value.expected for each in found.moves]
    assert worth == sorted(worth, reverse=True)
    assert found.line[0] == found.moves[0].move
    after = game.copy()
    for move in found.line:
        after.play(move)


@pytest.mark.parametrize("result", [Result.WON, Result.LOST])
def test_where_the_book_ends_the_value_of_the_position_counts(result: Result, tables: Tables) -> None:
    position = next(ends_of_book(tables, result))

    found = evaluate(Game(STANDARD, position), tables=tables, nodes=FEW)

    assert found.value.result is result
    assert all(each.value.result is Result.LOST for each in found.moves) == (result is Result.LOST)


def test_the_same_position_has_the_same_evaluation_each_time(tables: Tables) -> None:
    game = random_game(7, 12)

    first, second = (evaluate(game.copy(), tables=tables, nodes=FEW) for _ in range(2))

    assert first == second
    assert not first.value.is_proved
    assert first.value.depth > 0


def test_more_nodes_look_deeper(tables: Tables) -> None:
    game = random_game(7, 12)

    assert evaluate(game, tables=tables, nodes=5_000).value.depth > evaluate(game, tables=tables, nodes=FEW).value.depth


def test_a_game_that_is_over_is_worth_its_result_and_has_no_moves(tables: Tables) -> None:
    lost = Position.read("WWW..................BB. b 0 0 0")

    found = evaluate(Game(STANDARD, lost), tables=tables)

    assert (found.value.result, found.moves, found.line) == (Result.LOST, (), ())
