"""Personal data of puzzles."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table

add(
    table(
        "puzzle-rating.json",
        _("your rating in puzzles, and your streak"),
        of="puzzles.PuzzleSolver.user",
        columns="value deviation volatility attempts solved rated_at streak best_streak streak_day",
    ),
    table(
        "puzzle-attempts.ndjson",
        _("the puzzles that you have tried"),
        of="puzzles.PuzzleAttempt.user",
        columns="puzzle=puzzle_id day is_solved is_rated rating_before rating_after tried_at",
    ),
)
erasure.add(gone=("puzzles.PuzzleSolver.user", "puzzles.PuzzleAttempt.user"))
