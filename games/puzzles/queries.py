"""Reads about puzzles."""

from datetime import timedelta
from random import randint
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.core.models.games import Game
from games.puzzles.daily import day_of
from games.puzzles.errors import NoPuzzleLeft
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleSolver
from kit import database_time
from kit.errors import NotFound, raises
from muehle import Position
from muehle_engine.puzzles import Theme, canonical_key, own_positions

# The nearest ones, above and below, of which the first is offered that stands in no game of the player.
NEAREST: Final = 5


@raises(NotFound)
def puzzle_of(number: int) -> Puzzle:
    """The puzzle with this number."""
    puzzle = Puzzle.objects.filter(pk=number).first()
    if puzzle is None:
        raise NotFound
    return puzzle


@raises(NoPuzzleLeft)
def next_puzzle(user: User, theme: Theme | None = None) -> Puzzle:
    """The puzzle that is nearest to the player's rating, of those that they have not tried."""
    tried = PuzzleAttempt.objects.filter(user=user, puzzle=OuterRef("pk"))
    fresh = _of_theme(theme).filter(~Exists(tried))
    rating = solver_of(user).value
    for puzzle in _nearest(fresh, rating):
        if not is_in_own_game(puzzle, user):
            return puzzle
    raise NoPuzzleLeft


@raises(NoPuzzleLeft)
def any_puzzle(theme: Theme | None = None) -> Puzzle:
    """A random puzzle, for visitors."""
    puzzles = _of_theme(theme).order_by("pk")
    first, last = puzzles.first(), puzzles.last()
    if first is None or last is None:
        raise NoPuzzleLeft
    return puzzles.filter(pk__gte=randint(first.pk, last.pk)).first() or last  # noqa: S311  (no secret)


def _of_theme(theme: Theme | None) -> QuerySet[Puzzle]:
    """The puzzles of a theme, or all for None."""
    return Puzzle.objects.all() if theme is None else Puzzle.objects.filter(themes__contains=[theme])


def _nearest(puzzles: QuerySet[Puzzle], rating: float) -> list[Puzzle]:
    above = puzzles.filter(value__gte=rating).order_by("value", "pk")[:NEAREST]
    below = puzzles.filter(value__lt=rating).order_by("-value", "pk")[:NEAREST]
    return sorted([*above, *below], key=lambda puzzle: (abs(puzzle.value - rating), puzzle.pk))


def themes_in_use() -> list[Theme]:
    """The themes of which there are puzzles."""
    return [theme for theme in Theme if Puzzle.objects.filter(themes__contains=[theme]).exists()]


def solver_of(user: User) -> PuzzleSolver:
    """The player's rating and streak, those of a beginner if they have tried none."""
    return PuzzleSolver.objects.filter(user=user).first() or PuzzleSolver(user=user)


def streak_of(solver: PuzzleSolver) -> int:
    """The days in a row up to yesterday or today; 0 if a day was missed since."""
    yesterday = day_of(database_time.now()) - timedelta(days=1)
    return solver.streak if solver.streak_day is not None and solver.streak_day >= yesterday else 0


def last_attempt(puzzle: Puzzle, user: User) -> PuzzleAttempt | None:
    """The player's last attempt at a puzzle that is stored."""
    return PuzzleAttempt.objects.filter(puzzle=puzzle, user=user).order_by("-tried_at").first()


def is_in_own_game(puzzle: Puzzle, user: User) -> bool:
    """Whether a position of the solution stands in an ongoing game of the player, turned or with exchanged colours."""
    positions = list(own_positions(puzzle.board, puzzle.moves, puzzle.ruleset))
    stones = set(map(_stones, positions))
    boards = map(Position.parse, Game.objects.ongoing().of(user.pk).values_list("position", flat=True))
    keys = {canonical_key(board) for board in boards if _stones(board) in stones}
    return bool(keys) and any(canonical_key(position) in keys for position in positions)


def _stones(position: Position) -> tuple[int, ...]:
    """How many stones the sides have, that to move first."""
    own, other, own_hand, other_hand = position.turn
    return own.bit_count(), other.bit_count(), own_hand, other_hand
