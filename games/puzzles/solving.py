"""Attempts at puzzles: the server compares each move, and rates the first attempt of a player."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from django.db import transaction

from accounts.models import User
from games.play.loading import parsed, position_after
from games.players.glicko import after_period
from games.puzzles.daily import day_of
from games.puzzles.errors import PuzzleInYourGame
from games.puzzles.models import DailyPuzzle, Puzzle, PuzzleAttempt, PuzzleSolver
from games.puzzles.queries import is_in_own_game, puzzle_of
from kit import database_time
from kit.errors import raises
from muehle import Move, Position


class Outcome(StrEnum):
    """What came of an attempt: the moves are right so far, one is wrong, or there is nothing more to find."""

    RIGHT = "right"
    WRONG = "wrong"
    SOLVED = "solved"
    GIVEN_UP = "given_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to an attempt.

    `line` are the half-moves so far, with those of the opponent and without a wrong one, and `position` is the one
    after them. `hint` is the stone that the right move moves, if it moves one. `attempt` is None if it was not counted.
    """

    puzzle: Puzzle
    outcome: Outcome
    line: tuple[Move, ...]
    position: Position
    hint: str | None
    attempt: PuzzleAttempt | None


@raises(puzzle_of, parsed, position_after, PuzzleInYourGame)
def attempt(number: int, moves: Sequence[str], user: User | None, *, gives_up: bool = False) -> Answer:
    """Compare the solver's moves, from the first on, with the solution; `user` is None for visitors.

    An attempt ends with the first wrong move, with the last right one, or by giving up, and is then counted if it is
    the first one. Moves after the last one of the solution are ignored.
    """
    puzzle = puzzle_of(number)
    tried = list(map(parsed, moves))
    if user is not None and is_in_own_game(puzzle, user):
        raise PuzzleInYourGame
    line, position, wrong = _compared(puzzle, tried)
    outcome = Outcome.SOLVED if len(line) == len(puzzle.solution) else Outcome.RIGHT
    if wrong:
        outcome = Outcome.WRONG
    elif gives_up and outcome is Outcome.RIGHT:
        outcome = Outcome.GIVEN_UP
    counted = None
    if user is not None and outcome is not Outcome.RIGHT:
        counted = _count(puzzle, user, is_solved=outcome is Outcome.SOLVED)
    hint = None
    if outcome is Outcome.WRONG:
        right = puzzle.moves[len(line)]
        # The point of a stone to be placed would be the solution.
        hint = right.source
    return Answer(puzzle=puzzle, outcome=outcome, line=tuple(line), position=position, hint=hint, attempt=counted)


@raises(position_after)
def _compared(puzzle: Puzzle, tried: Sequence[Move]) -> tuple[list[Move], Position, bool]:
    """The line as far as the moves are right, the position after it, and whether a wrong move follows."""
    solution, position = puzzle.moves, puzzle.board
    line: list[Move] = []
    for move in tried[: (len(solution) + 1) // 2]:
        after = position_after(position, move, puzzle.ruleset)
        if move != solution[len(line)]:
            return line, position, True
        position = after
        line.append(move)
        if len(line) < len(solution):
            answer = solution[len(line)]
            position = position.play(answer, puzzle.ruleset)
            line.append(answer)
    return line, position, False


def _count(puzzle: Puzzle, user: User, *, is_solved: bool) -> PuzzleAttempt | None:
    """Store the attempt, if it is the first at the puzzle, or the first on its day; rate it if it is the first at all.

    Attempts of bots are not rated. Locks the solver, then the puzzle.
    """
    with transaction.atomic():
        PuzzleSolver.objects.bulk_create([PuzzleSolver(user=user)], ignore_conflicts=True)
        solver = PuzzleSolver.objects.select_for_update(no_key=True).get(user=user)
        now = database_time.now()
        today = day_of(now)
        day = today if DailyPuzzle.objects.filter(day=today, puzzle=puzzle).exists() else None
        earlier = set(PuzzleAttempt.objects.filter(user=user, puzzle=puzzle).values_list("day", flat=True))
        if earlier and day in {*earlier, None}:
            return None
        before, is_rated = round(solver.value), not earlier and not user.is_bot
        if is_rated:
            _rate(solver, Puzzle.objects.select_for_update(no_key=True).get(pk=puzzle.pk), now, is_solved=is_solved)
        if day is not None:
            _continue_streak(solver, day, is_solved=is_solved)
        solver.save()
        return PuzzleAttempt.objects.create(
            user=user,
            puzzle=puzzle,
            day=day,
            is_solved=is_solved,
            is_rated=is_rated,
            rating_before=before,
            rating_after=round(solver.value),
            tried_at=now,
        )


def _rate(solver: PuzzleSolver, puzzle: Puzzle, now: datetime, *, is_solved: bool) -> None:
    own, other = solver.strength_at(now), puzzle.strength
    solver.count(after_period(own, [(other, float(is_solved))]), is_solved=is_solved)
    solver.rated_at = now
    puzzle.count(after_period(other, [(own, float(not is_solved))]), is_solved=is_solved)
    puzzle.save()


def _continue_streak(solver: PuzzleSolver, day: date, *, is_solved: bool) -> None:
    is_next = solver.streak_day == day - timedelta(days=1)
    solver.streak = ((solver.streak if is_next else 0) + 1) if is_solved else 0
    solver.streak_day = day
    solver.best_streak = max(solver.best_streak, solver.streak)
