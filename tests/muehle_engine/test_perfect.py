"""Where the tables reach, the best level never gives away what a position is worth, and wins within the rules."""

from itertools import islice
from random import Random

import pytest

from muehle import RULESETS, Color, Game, Move, Position, RuleSet, Termination
from muehle_engine import choose
from muehle_tables import Result, Tables
from tests.muehle_engine.positions import STRONG, positions_of_games, solved, to_and_fro

ALL_RULES = pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
ENDINGS = [(3, 3), (4, 3), (3, 4), (5, 3), (5, 4)]
# Half-moves that a winner may need under rules without a limit; the longest win of these endings has 29 to a capture.
ENOUGH = 150


def play_out(game: Game, tables: Tables) -> None:
    """Both sides play as well as they can."""
    while game.outcome() is None and game.ply < ENOUGH:
        game.play(choose(game, STRONG, tables=tables).move)


@ALL_RULES
@pytest.mark.parametrize(("own", "other"), ENDINGS, ids=lambda stones: str(stones))
def test_a_won_ending_is_won_against_the_longest_defence(tables: Tables, rules: RuleSet, own: int, other: int) -> None:
    for position, _distance in islice(solved(tables, rules, own, other, Result.WON), 3):
        game = Game(rules, position)

        play_out(game, tables)

        outcome = game.outcome()
        assert outcome is not None
        assert outcome.winner is Color.WHITE


@pytest.mark.parametrize("name", ["standard", "applet", "brettspielnetz"])
def test_a_win_that_is_just_in_time_for_the_quiet_limit_is_won(tables: Tables, name: str) -> None:
    rules = RULESETS[name]
    won = (each for each in solved(tables, rules, 3, 3, Result.WON) if each[1] > 8)
    for position, distance in islice(won, 5):
        game = Game(rules, position._replace(quiet_half_moves=100 - distance))

        play_out(game, tables)

        outcome = game.outcome()
        assert outcome is not None
        assert outcome.winner is Color.WHITE


@ALL_RULES
def test_no_position_of_the_tables_is_given_away(tables: Tables, rules: RuleSet) -> None:
    compared = 0
    for position in positions_of_games(rules, every=40, step=3):
        before = tables.value(position, rules) if not position.white_hand + position.black_hand else None
        if before is None or before.result is Result.UNKNOWN or position.outcome():
            continue
        choice = choose(Game(rules, position), STRONG, tables=tables)
        after = tables.value(position.play(choice.move, rules), rules)
        assert after.result is before.result.opposite
        assert choice.value is before.result
        compared += 1
    assert compared > 40


def test_no_position_of_the_book_is_given_away(tables: Tables) -> None:
    rules = RULESETS["standard"]
    compared = 0
    for position in positions_of_games(rules, every=60):
        if position.white_hand + position.black_hand >= 10:
            choice = choose(Game(rules, position), STRONG, tables=tables)
            before, after = tables.value(position, rules), tables.value(position.play(choice.move, rules), rules)
            assert after.result is before.result.opposite
            compared += 1
    assert compared > 80


def test_of_drawn_moves_one_is_played_that_leaves_the_most_answers_that_lose(tables: Tables) -> None:
    rules = RULESETS["standard"]
    for position, _distance in islice(solved(tables, rules, 4, 4, Result.DRAWN), 5):
        drawn = [
            move
            for move in position.legal_moves(rules)
            if tables.value(position.play(move, rules), rules).result is Result.DRAWN
        ]

        choice = choose(Game(rules, position), STRONG, tables=tables)

        assert losing_answers(tables, rules, position, choice.move) == max(
            losing_answers(tables, rules, position, move) for move in drawn
        )


def test_of_drawn_moves_that_are_alike_the_one_that_served_people_best_is_played(tables: Tables) -> None:
    rules = RULESETS["standard"]
    position = Position.start().play(Move.parse("d6"), rules)
    answers = {move: losing_answers(tables, rules, position, move) for move in position.legal_moves(rules)}
    best = [move for move, traps in answers.items() if traps == max(answers.values())]
    others = {move: 1.0 for move in answers if move not in best}

    chosen = [choose(Game(rules, position), STRONG, tables=tables, scores={move: 0.6} | others).move for move in best]

    assert len(best) > 1
    assert others
    assert chosen == best


def test_a_score_that_is_bad_is_worse_than_none(tables: Tables) -> None:
    rules = RULESETS["standard"]
    preferred = choose(Game(rules), STRONG, tables=tables).move
    scores = dict.fromkeys((move for move in Game(rules).legal_moves() if move != preferred), 0.4)

    assert choose(Game(rules), STRONG, tables=tables, scores=scores | {preferred: 0.3}).move != preferred
    assert choose(Game(rules), STRONG, tables=tables, scores=scores).move == preferred


def losing_answers(tables: Tables, rules: RuleSet, position: Position, move: Move) -> int:
    """How many answers to a move lose."""
    after = position.play(move, rules)
    values = (tables.value(after.play(answer, rules), rules) for answer in after.legal_moves(rules))
    return sum(value.result is Result.WON for value in values)


@pytest.mark.parametrize("name", ["standard", "applet", "brettspielnetz"])
def test_a_winner_does_not_repeat_for_the_third_time(tables: Tables, name: str) -> None:
    rules = RULESETS[name]
    game = to_and_fro(rules, tables, Result.WON)

    play_out(game, tables)

    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is not None
    assert game.rules is rules


def test_a_loser_repeats_for_the_third_time(tables: Tables) -> None:
    game = to_and_fro(RULESETS["standard"], tables, Result.LOST)

    outcome = game.play(choose(game, STRONG, tables=tables).move)

    assert outcome is not None
    assert outcome.termination is Termination.REPETITION


def test_in_the_middle_of_placing_the_value_is_kept_where_the_tables_reach_it(tables: Tables) -> None:
    """Two stones against two, with three in each hand: the stones of the sector 5-5."""
    rules = RULESETS["standard"]
    dice, compared = Random(2), 0
    while compared < 6:
        points = [1 << point for point in dice.sample(range(24), 4)]
        position = Position(points[0] | points[1], points[2] | points[3], Color.WHITE, 3, 3)
        before = tables.value(position, rules)
        if before.result is not Result.UNKNOWN:
            choice = choose(Game(rules, position), STRONG, tables=tables)
            assert tables.value(position.play(choice.move, rules), rules).result is before.result.opposite
            assert choice.value is before.result
            compared += 1
