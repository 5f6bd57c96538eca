"""Which move is chosen: legal, the same each time, a win where there is one, within the budget."""

from dataclasses import replace

import pytest

from muehle import RULESETS, Claim, Game, Move, Position, RuleSet
from muehle_engine import LEVELS, Level, choose
from muehle_tables import Result
from tests.muehle_engine.positions import STRONG, positions_of_games

ALL_RULES = pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
ALL_LEVELS = pytest.mark.parametrize("level", LEVELS, ids=lambda level: f"level {level.number}")
# White closes a7-d7-g7 and takes the third last stone; nothing stands against it.
WIN_IN_ONE = "WW...B........W.....B..B w 0 0 3"
# Both have five stones; Black threatens to close b6-d6-f6 by f4-f6, and White can place nothing any more.
THREAT = "...BB...W.....WW...W.... w 2 2 0"
QUIET = "W..B....WB.W.B.....B.W.. w 0 0 98"


@ALL_RULES
@pytest.mark.parametrize("level", LEVELS[:4], ids=lambda level: f"level {level.number}")
def test_every_move_is_legal(rules: RuleSet, level: Level) -> None:
    quick = replace(level, nodes=min(level.nodes, 200))
    chosen = 0
    for position in positions_of_games(rules, every=60, step=7):
        game = Game(rules, position)
        if game.legal_moves():
            assert choose(game, quick, seed=chosen).move in game.legal_moves()
            chosen += 1
    assert chosen > 80


@ALL_RULES
@pytest.mark.parametrize("level", [LEVELS[4], STRONG], ids=["level 5", "level 6"])
def test_every_move_of_the_levels_with_tables_is_legal(rules: RuleSet, level: Level) -> None:
    quick = replace(level, nodes=200)
    chosen = 0
    for position in positions_of_games(rules, every=200, step=5):
        game = Game(rules, position)
        if game.legal_moves():
            assert choose(game, quick).move in game.legal_moves()
            chosen += 1
    assert chosen > 50


@ALL_LEVELS
def test_the_same_seed_gives_the_same_move(level: Level) -> None:
    level = replace(level, nodes=min(level.nodes, 3_000))

    first, second = choose(Game(), level, seed=7), choose(Game(), level, seed=7)

    assert first == second
    assert first.move in Game().legal_moves()


def test_other_seeds_give_other_moves_of_the_same_worth() -> None:
    moves = {choose(Game(), STRONG, seed=seed).move for seed in range(8)}

    assert len(moves) > 1


def test_a_game_that_is_over_has_no_move() -> None:
    over = Game(RULESETS["standard"], Position.parse("WWW..................BB. b 0 0 0"))

    with pytest.raises(ValueError, match="the game is over"):
        choose(over, LEVELS[0])


def test_a_drawn_game_has_no_move() -> None:
    over = Game(RULESETS["standard"], Position.parse(QUIET.replace("98", "100")))

    with pytest.raises(ValueError, match="the game is over"):
        choose(over, LEVELS[0])


@ALL_RULES
@pytest.mark.parametrize("level", [*LEVELS[2:5], STRONG], ids=["level 3", "level 4", "level 5", "level 6"])
def test_a_win_in_one_is_taken(rules: RuleSet, level: Level) -> None:
    game = Game(rules, Position.parse(WIN_IN_ONE))

    outcome = game.play(choose(game, level).move)

    assert outcome is not None
    assert outcome.winner == "white"


@pytest.mark.parametrize("level", [*LEVELS[2:5], STRONG], ids=["level 3", "level 4", "level 5", "level 6"])
def test_a_mill_of_the_opponent_is_prevented(level: Level) -> None:
    game = Game(RULESETS["standard"], Position.parse(THREAT))

    assert choose(game, level).move == Move.parse("f6")


@ALL_LEVELS
def test_the_budget_is_kept(level: Level) -> None:
    small = replace(level, nodes=150)
    positions = list(positions_of_games(RULESETS["standard"], every=200, step=7))

    choices = [choose(Game(position=each), small) for each in positions if Game(position=each).legal_moves()]

    assert max(choice.nodes for choice in choices) <= 150
    assert len(choices) > 50


def test_more_positions_are_a_deeper_search() -> None:
    game = Game(position=Position.parse("W.BW.B.W.B..BW.BW..BW.BW w 0 0 0"))

    depths = [choose(game, replace(STRONG, nodes=nodes)).depth for nodes in (500, 5_000, 20_000)]

    assert depths == sorted(set(depths))


def test_a_draw_is_claimed_where_the_position_is_not_won() -> None:
    lost, won = Position.parse(QUIET), Position.parse(WIN_IN_ONE)
    rules = RULESETS["brettspielnetz"]

    claims = [
        choose(Game(rules, position._replace(quiet_half_moves=quiet)), STRONG).claim
        for position in (lost, won)
        for quiet in (99, 100)
    ]

    assert claims == [None, Claim.QUIET_LIMIT, None, None]


def test_nothing_is_claimed_where_draws_come_by_themselves() -> None:
    assert choose(Game(position=Position.parse(QUIET)), STRONG).claim is None


@pytest.mark.parametrize("level", LEVELS[:4], ids=lambda level: f"level {level.number}")
def test_a_level_without_tables_proves_nothing_in_the_opening(level: Level) -> None:
    choice = choose(Game(), level)

    assert (choice.value, choice.is_proved) == (Result.UNKNOWN, False)


def test_the_best_level_knows_that_the_start_is_a_draw() -> None:
    choice = choose(Game(), STRONG)

    assert (choice.value, choice.is_proved) == (Result.DRAWN, True)
