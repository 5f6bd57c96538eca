"""Levels: from weak to strong, and the weak ones err as people do."""

from dataclasses import replace

import pytest

from muehle import RULESETS, Game, Move, Position
from muehle.board import LINES
from muehle_engine import LEVELS, Level, choose
from muehle_engine.choosing import overlooked
from muehle_engine.generation import CLOSES
from muehle_engine.geometry import code_of
from muehle_engine.search import DECIDED, INFINITE, Search
from muehle_engine.shapes import Shapes
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


def scores(game: Game, level: Level, seed: int) -> dict[Move, int]:
    """What each move is worth that the level considers, as it sees the board in this move."""
    shapes = Shapes(overlooked(game, level, seed=seed), sees_double_threats=level.sees_double_threats)
    position, turn = game.position, game.position.turn
    worth: dict[Move, int] = {}
    for move in game.legal_moves():
        closes = position.closes_mill(move)
        rest, other = turn[0] & ~move.source_bit, turn[1] & ~move.removed_bit
        if closes and not shapes.closes(rest, move.target_bit.bit_length() - 1):
            continue
        step = code_of(move) | CLOSES * closes, rest | move.target_bit, other
        search = Search(STANDARD, shapes, 10**6, {})
        worth[move] = search.after(step, turn, position.quiet_half_moves, 0, -INFINITE, INFINITE)
    return worth


@pytest.mark.parametrize("level", LEVELS[:2], ids=lambda level: f"level {level.number}")
def test_a_beginner_errs_only_by_what_they_overlook_and_by_a_good_move_for_a_better_one(level: Level) -> None:
    """Of the moves that they see they play one that is hardly worse than the best, and now and then not the best."""
    patient = replace(level, nodes=10**6)
    behind = []
    for seed, position in enumerate(positions_of_games(STANDARD, every=60, step=3)):
        game = Game(STANDARD, position)
        if game.legal_moves() and (worth := scores(game, patient, seed)):
            best, move = max(worth.values()), choose(game, patient, seed=seed).move
            behind.append(best - worth[move] if best < DECIDED else -(worth[move] != best))

    assert len(behind) > 200
    assert min(behind) >= 0
    assert 0 < max(behind) <= level.slack
    assert len(behind) // 10 < sum(each > 0 for each in behind) < len(behind)


def test_a_beginner_sees_other_lines_in_each_move() -> None:
    game = Game(STANDARD)
    unseen = set()
    for _half_move in range(6):
        unseen.add(overlooked(game, BEGINNER))
        game.play(choose(game, BEGINNER).move)

    assert len(unseen) == 6
    assert {len(lines) for lines in unseen} == {BEGINNER.blind_lines}
