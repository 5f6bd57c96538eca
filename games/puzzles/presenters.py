"""Puzzles as plain data."""

from games.core.presenters import Data, position_data
from games.puzzles.models import DailyPuzzle, Puzzle, PuzzleSolver
from games.puzzles.queries import streak_of
from games.puzzles.solving import Answer, Outcome
from kit import database_time


def puzzle_data(puzzle: Puzzle) -> Data:
    """A puzzle without its solution."""
    return {
        "id": puzzle.pk,
        "rules": puzzle.rules,
        "position": position_data(puzzle.board),
        "side": puzzle.board.to_move.value,
        "goal": puzzle.goal,
        "legal_moves": [str(move) for move in puzzle.board.legal_moves(puzzle.ruleset)],
        "moves_to_find": (len(puzzle.solution) + 1) // 2,
        "themes": puzzle.themes,
        "rating": round(puzzle.value),
        "attempts": puzzle.attempts,
        "solved": puzzle.solved,
        "game": puzzle.game_id,
    }


def daily_data(daily: DailyPuzzle, solver: PuzzleSolver | None) -> Data:
    """The puzzle of a day, with the rating and the streak of who asks."""
    return {
        "day": daily.day.isoformat(),
        "puzzle": puzzle_data(daily.puzzle),
        "solver": solver and solver_data(solver),
    }


def solver_data(solver: PuzzleSolver) -> Data:
    """The rating and the streak of a player."""
    return {
        "rating": round(solver.value),
        "deviation": round(solver.strength_at(database_time.now()).deviation),
        "attempts": solver.attempts,
        "solved": solver.solved,
        "streak": streak_of(solver),
        "best_streak": solver.best_streak,
    }


def answer_data(answer: Answer, solver: PuzzleSolver | None) -> Data:
    """The answer to an attempt. The solution is in it only if the solver has given up."""
    counted = answer.attempt
    goes_on = answer.outcome in (Outcome.RIGHT, Outcome.WRONG)
    return {
        "outcome": answer.outcome.value,
        "line": [str(move) for move in answer.line],
        "position": position_data(answer.position),
        "legal_moves": [str(move) for move in answer.position.legal_moves(answer.puzzle.ruleset)] if goes_on else [],
        "hint": answer.hint,
        "solution": answer.puzzle.solution if answer.outcome is Outcome.GIVEN_UP else None,
        "rating_change": counted.rating_after - counted.rating_before if counted and counted.is_rated else None,
        "solver": solver and solver_data(solver),
    }
