"""Double threats: two mills that a side can close at once. Weak levels overlook them, strong ones do not."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from muehle import RULESETS, Game, Move, Position
from muehle_engine import LEVELS, Level, choose
from muehle_tables import Result, Tables
from tests.muehle_engine.positions import positions_of_games

STANDARD = RULESETS["standard"]
COMPARED = 40
# With so many stones in hand the value of a position and of those after it is a look-up.
IN_THE_BOOK = 10
ByMoves = list[tuple[Position, set[Move]]]


def closing(position: Position) -> set[str]:
    """The points on which the side to move can close a mill."""
    return {move.target for move in position.legal_moves(STANDARD) if position.closes_mill(move)}


def passed(position: Position) -> Position:
    """The same with the other side to move."""
    return position._replace(to_move=position.to_move.opponent)


def threatens_twice(position: Position, move: Move) -> bool:
    return len(closing(passed(position.play(move, STANDARD)))) > 1


def quiet_positions() -> Iterator[Position]:
    """Positions of the placing phase in which nobody can close a mill."""
    for position in positions_of_games(STANDARD, every=20):
        is_placing = min(position.white_hand, position.black_hand) > 1
        if is_placing and not closing(position) and not closing(passed(position)):
            yield position


@cache
def own_threats() -> ByMoves:
    """Positions with the moves that make a double threat."""
    found = (
        (position, {move for move in position.legal_moves(STANDARD) if threatens_twice(position, move)})
        for position in quiet_positions()
    )
    return list(islice((each for each in found if each[1]), COMPARED))


@cache
def threats_of_the_opponent() -> ByMoves:
    """Positions with the moves after which the opponent can make a double threat; other moves prevent it."""
    found = []
    for position in quiet_positions():
        moves = position.legal_moves(STANDARD)
        allowing = {move for move in moves if allows(position, move)}
        if allowing and len(allowing) < len(moves):
            found.append((position, allowing))
        if len(found) == COMPARED:
            break
    return found


def allows(position: Position, move: Move) -> bool:
    """Whether the opponent can make a double threat after the move, and has no mill to prevent first."""
    after = position.play(move, STANDARD)
    if closing(passed(after)):
        return False
    return any(threatens_twice(after, answer) for answer in after.legal_moves(STANDARD))


def played(level: Level, positions: ByMoves) -> int:
    """In how many of the positions the level plays one of the moves."""
    games = [(Game(STANDARD, position), moves) for position, moves in positions]
    return sum(choose(game, level, seed=seed).move in moves for seed, (game, moves) in enumerate(games))


@pytest.mark.parametrize("level", LEVELS[:2], ids=lambda level: f"level {level.number}")
def test_a_weak_level_overlooks_a_double_threat_that_it_could_make(level: Level) -> None:
    """Without other errors, so that only what it makes of double threats counts."""
    level = replace(level, blind_lines=0, slack=0)
    positions = own_threats()

    as_it_is, with_sight = played(level, positions), played(replace(level, sees_double_threats=True), positions)

    assert len(positions) == COMPARED
    assert as_it_is < COMPARED // 4
    assert with_sight > COMPARED * 3 // 4


@pytest.mark.parametrize("level", LEVELS[:3], ids=lambda level: f"level {level.number}")
def test_a_weak_level_sometimes_lets_the_opponent_make_a_double_threat(level: Level) -> None:
    positions = threats_of_the_opponent()

    assert len(positions) == COMPARED
    assert 0 < played(level, positions) < COMPARED


def test_a_level_that_looks_four_half_moves_ahead_never_lets_the_opponent_make_one() -> None:
    assert played(LEVELS[3], threats_of_the_opponent()) == 0


def losing_threats(tables: Tables) -> ByMoves:
    """Positions with the moves that lose, by the tables, because the opponent can make a double threat after them."""
    found = []
    for position in quiet_positions():
        if position.white_hand + position.black_hand >= IN_THE_BOOK and not is_lost(tables, position):
            answered = {move: position.play(move, STANDARD) for move in position.legal_moves(STANDARD)}
            losing = {move for move, after in answered.items() if allows(position, move) and is_won(tables, after)}
            if losing:
                found.append((position, losing))
        if len(found) == COMPARED:
            break
    return found


def is_lost(tables: Tables, position: Position) -> bool:
    return tables.value(position, STANDARD).result is Result.LOST


def is_won(tables: Tables, position: Position) -> bool:
    return tables.value(position, STANDARD).result is Result.WON


def test_a_strong_level_never_loses_by_a_double_threat_and_the_weakest_does(tables: Tables) -> None:
    positions = losing_threats(tables)

    lost = [played(replace(level, nodes=min(level.nodes, 3_000)), positions) for level in (LEVELS[0], *LEVELS[3:])]

    assert len(positions) == COMPARED
    assert lost[0] > 0
    assert lost[1:] == [0, 0, 0]
