"""The puzzle of the day."""

from datetime import date, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.puzzles.daily import daily_puzzle
from games.puzzles.models import DailyPuzzle, Puzzle, PuzzleAttempt
from games.puzzles.queries import solver_of, streak_of
from games.puzzles.solving import attempt
from games.puzzles.tasks import choose_daily_puzzles
from kit.errors import NotFound
from tests.games.puzzles.conftest import SOLUTION

RIGHT = {1: ["c3-d3"], 2: SOLUTION[::2]}


def of_today() -> DailyPuzzle:
    choose_daily_puzzles()
    return daily_puzzle()


def test_without_puzzles_there_is_none(db: None) -> None:
    choose_daily_puzzles()

    with pytest.raises(NotFound):
        daily_puzzle()


def test_that_of_yesterday_stays_where_nobody_chooses(clock: Any, short: Puzzle, long: Puzzle, anna: User) -> None:
    of_today()
    clock.shift(timedelta(days=3))

    assert daily_puzzle().puzzle == long
    counted = attempt(long.pk, SOLUTION[::2], anna).attempt
    assert counted is not None
    assert (counted.day, streak_of(solver_of(anna))) == (None, 0)


def test_it_stays_for_a_day_of_utc_and_comes_again_after_all_others(clock: Any, short: Puzzle, long: Puzzle) -> None:
    first = of_today()
    clock.shift(timedelta(hours=11))
    assert of_today() == first

    days = []
    for _day in range(3):
        clock.shift(timedelta(days=1))
        days.append(of_today().puzzle)

    assert (first.day, first.puzzle) == (date(2026, 3, 2), short)
    assert days == [long, short, long]


def solve_today(user: User, *, rightly: bool = True) -> PuzzleAttempt | None:
    puzzle = of_today().puzzle
    moves = [str(move) for move in puzzle.moves[::2]]
    return attempt(puzzle.pk, moves if rightly else [], user, gives_up=not rightly).attempt


def test_days_in_a_row_make_a_streak_also_when_a_puzzle_comes_again(
    clock: Any, short: Puzzle, long: Puzzle, anna: User
) -> None:
    rated = []
    for _day in range(3):
        counted = solve_today(anna)
        assert counted is not None
        rated.append(counted.is_rated)
        clock.shift(timedelta(days=1))

    assert rated == [True, True, False]
    assert (streak_of(solver_of(anna)), solver_of(anna).best_streak) == (3, 3)

    clock.shift(timedelta(days=1))
    assert (streak_of(solver_of(anna)), solver_of(anna).best_streak) == (0, 3)
    solve_today(anna)
    assert (streak_of(solver_of(anna)), solver_of(anna).best_streak) == (1, 3)


def test_a_failed_day_ends_the_streak_and_is_not_made_good(clock: Any, short: Puzzle, long: Puzzle, anna: User) -> None:
    solve_today(anna)
    clock.shift(timedelta(days=1))

    solve_today(anna, rightly=False)

    assert solve_today(anna) is None
    assert streak_of(solver_of(anna)) == 0


def test_a_puzzle_that_was_tried_before_counts_for_the_streak_only(
    clock: Any, short: Puzzle, long: Puzzle, anna: User
) -> None:
    attempt(long.pk, SOLUTION[::2], anna)
    of_today()
    clock.shift(timedelta(days=1))
    rating = solver_of(anna).value

    counted = solve_today(anna)

    assert counted is not None
    assert (counted.puzzle, counted.is_rated, solver_of(anna).value) == (long, False, rating)
    assert streak_of(solver_of(anna)) == 1
