"""Levels: from weak to strong, and the weak ones err as people do."""

from dataclasses import replace

from muehle import RULESETS, Game, Position
from muehle.board import LINES
from muehle_engine import LEVELS, choose
from muehle_engine.choosing import overlooked
from tests.muehle_engine.positions import positions_of_games

STANDARD = RULESETS["standard"]
BEGINNER = LEVELS[0]


def closable(position: Position) -> set[int]:
    """The lines that the side to move can close."""
    own = position.turn[0]
    return {
        line
        for move in position.legal_moves(STANDARD)
        if position.closes_mill(move)
        for line in LINES
        if line & move.target_bit and line & (own & ~move.source_bit | move.target_bit) == line
    }


def test_there_are_six_levels_each_rated_above_the_one_below() -> None:
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5, 6]
    assert [level.rating for level in LEVELS] == sorted({level.rating for level in LEVELS})


def test_a_mill_that_is_overlooked_is_not_closed() -> None:
    beginner = replace(BEGINNER, slack=0)
    missed = 0
    for position in positions_of_games(STANDARD, every=30, step=2):
        lines = closable(position)
        game = Game(STANDARD, position)
        if lines and lines <= overlooked(game, beginner, seed=3):
            move = choose(game, beginner, seed=3).move
            assert move.removed is None or all(each.removed for each in game.legal_moves())
            missed += 1
    assert missed > 30


def test_who_sees_every_line_and_wants_the_best_closes_what_wins() -> None:
    sharp = replace(BEGINNER, blind_lines=0, sees_double_threats=True, slack=0)
    for position in positions_of_games(STANDARD, every=60, step=2):
        wins = [move for move in position.legal_moves(STANDARD) if position.play(move, STANDARD).outcome()]
        if wins:
            assert choose(Game(STANDARD, position), sharp).move in wins


def test_a_beginner_errs_only_by_what_they_overlook_and_by_a_good_move_for_a_better_one() -> None:
    """Without these two a level 1 plays the best move that one half-move shows, whatever the seed."""
    compared = 0
    sharp = replace(BEGINNER, blind_lines=0, sees_double_threats=True, slack=0, depth=1)
    for position in positions_of_games(STANDARD, every=120, step=3):
        game = Game(STANDARD, position)
        if game.legal_moves() and not overlooked(game, sharp):
            first = choose(game, sharp, seed=1)
            close = choose(game, replace(sharp, slack=BEGINNER.slack), seed=1)
            assert first.nodes <= BEGINNER.nodes
            assert close.move in game.legal_moves()
            compared += 1
    assert compared > 100


def test_a_beginner_sees_other_lines_in_each_move() -> None:
    game = Game(STANDARD)
    unseen = set()
    for _half_move in range(6):
        unseen.add(overlooked(game, BEGINNER))
        game.play(choose(game, BEGINNER).move)

    assert len(unseen) == 6
    assert {len(lines) for lines in unseen} == {BEGINNER.blind_lines}
