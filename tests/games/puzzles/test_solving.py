"""Attempts at puzzles, their rating, and several at the same instant."""

from functools import partial

import pytest

from accounts.models import User
from games.core.models.games import Game
from games.play.errors import MoveIllegal, MoveMalformed
from games.puzzles.daily import choose_daily_puzzles
from games.puzzles.errors import NoPuzzleLeft, PuzzleInYourGame
from games.puzzles.models import DailyPuzzle, Puzzle, PuzzleAttempt, PuzzleSolver
from games.puzzles.queries import next_puzzle, solver_of
from games.puzzles.solving import Outcome, attempt
from muehle_engine.puzzles import Theme
from tests.games.puzzles.conftest import LONG, SHORT, SOLUTION, store
from tests.support.playing import unchanged
from tests.support.racing import at_once


def test_the_moves_are_answered_one_by_one_and_the_last_one_solves_it(long: Puzzle, anna: User) -> None:
    first = attempt(long.pk, [SOLUTION[0]], anna)
    last = attempt(long.pk, [SOLUTION[0], SOLUTION[2]], anna)

    assert (first.outcome, list(map(str, first.line)), first.attempt) == (Outcome.RIGHT, SOLUTION[:2], None)
    assert (last.outcome, list(map(str, last.line))) == (Outcome.SOLVED, SOLUTION)
    assert last.attempt is not None
    assert last.attempt.is_solved


def test_solving_moves_both_ratings_and_failing_does_the_opposite(
    short: Puzzle, long: Puzzle, anna: User, bert: User
) -> None:
    solved = attempt(short.pk, ["c3-d3"], anna).attempt
    failed = attempt(long.pk, ["d6-a7xc5"], bert).attempt

    assert solved is not None
    assert failed is not None
    short.refresh_from_db()
    long.refresh_from_db()
    assert solved.rating_after == round(solver_of(anna).value) > solved.rating_before == 1500
    assert failed.rating_after == round(solver_of(bert).value) < failed.rating_before == 1500
    assert short.value == pytest.approx(3000 - solver_of(anna).value)
    assert long.value == pytest.approx(3000 - solver_of(bert).value)
    assert (short.attempts, short.solved, long.attempts, long.solved) == (1, 1, 1, 0)
    assert short.deviation < 350


def test_after_a_wrong_move_there_is_a_hint_and_the_next_attempt_does_not_count(long: Puzzle, anna: User) -> None:
    wrong = attempt(long.pk, [SOLUTION[0], "a4-d1"], anna)
    assert (wrong.outcome, wrong.hint, list(map(str, wrong.line))) == (Outcome.WRONG, "a4", SOLUTION[:2])

    with unchanged():
        right = attempt(long.pk, SOLUTION[::2], anna)

    assert (right.outcome, right.attempt) == (Outcome.SOLVED, None)
    assert PuzzleAttempt.objects.get().is_solved is False


def test_giving_up_counts_as_not_solved(short: Puzzle, anna: User) -> None:
    answer = attempt(short.pk, [], anna, gives_up=True)

    assert (answer.outcome, PuzzleAttempt.objects.get().is_solved) == (Outcome.GIVEN_UP, False)
    assert solver_of(anna).value < 1500


@pytest.mark.parametrize(("move", "refusal"), [("c3-a1", MoveIllegal), ("x", MoveMalformed)])
def test_what_is_no_legal_move_is_refused(short: Puzzle, anna: User, move: str, refusal: type[Exception]) -> None:
    with unchanged(), pytest.raises(refusal):
        attempt(short.pk, [move], anna)


def test_visitors_change_nothing(short: Puzzle) -> None:
    with unchanged():
        assert attempt(short.pk, ["c3-d3"], None).outcome is Outcome.SOLVED


def test_an_attempt_of_a_bot_is_stored_and_not_rated(short: Puzzle, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(bot_since=anna.date_joined)
    anna.refresh_from_db()

    counted = attempt(short.pk, ["c3-d3"], anna).attempt

    assert counted is not None
    assert (counted.is_solved, counted.is_rated) == (True, False)
    short.refresh_from_db()
    assert (short.value, short.attempts, solver_of(anna).value) == (1500, 0, 1500)


# --- The next puzzle ---


def test_the_next_one_is_the_nearest_that_was_not_tried(db: None, anna: User) -> None:
    easy, hard = store(SHORT, value=900), store(LONG, value=1700)
    assert next_puzzle(anna) == hard
    assert next_puzzle(anna, Theme.BLOCK) == easy

    attempt(hard.pk, [], anna, gives_up=True)

    assert next_puzzle(anna) == easy
    with pytest.raises(NoPuzzleLeft):
        next_puzzle(anna, Theme.MILL)


def test_a_position_of_an_own_game_is_not_offered_and_not_answered(short: Puzzle, game: Game, anna: User) -> None:
    turned = short.board.swapped().text
    Game.objects.filter(pk=game.pk).update(position=turned)

    with pytest.raises(NoPuzzleLeft):
        next_puzzle(anna)
    with unchanged(), pytest.raises(PuzzleInYourGame):
        attempt(short.pk, ["c3-d3"], anna)


# --- At the same instant ---


@pytest.mark.django_db(transaction=True)
def test_of_attempts_at_once_one_counts(short: Puzzle, anna: User) -> None:
    answers = at_once(*[partial(attempt, short.pk, ["c3-d3"], anna)] * 3, partial(attempt, short.pk, ["c3-c4"], anna))

    counted = [answer.attempt for answer in answers if not isinstance(answer, Exception)]
    assert (len(counted), sum(each is not None for each in counted)) == (4, 1)
    short.refresh_from_db()
    assert (short.attempts, solver_of(anna).attempts, PuzzleAttempt.objects.count()) == (1, 1, 1)


@pytest.mark.django_db(transaction=True)
def test_attempts_of_several_at_once_are_rated_one_after_the_other(short: Puzzle, anna: User, bert: User) -> None:
    at_once(*(partial(attempt, short.pk, ["c3-d3"], user) for user in (anna, bert)))

    short.refresh_from_db()
    assert (short.attempts, PuzzleSolver.objects.count()) == (2, 2)
    ratings = sorted(PuzzleSolver.objects.values_list("value", flat=True))
    assert 1500 < ratings[0] < ratings[1]


@pytest.mark.django_db(transaction=True)
def test_the_puzzles_of_the_days_are_chosen_once(short: Puzzle, long: Puzzle) -> None:
    at_once(*[choose_daily_puzzles] * 4)

    assert list(DailyPuzzle.objects.order_by("day").values_list("puzzle", flat=True)) == [short.pk, long.pk]
