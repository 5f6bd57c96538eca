"""Puzzles over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.core.api.callers import caller
from games.puzzles.api.serializers import (
    AttemptInput,
    AttemptSerializer,
    DailyPuzzleSerializer,
    NextPuzzleQuery,
    PuzzleSerializer,
)
from games.puzzles.daily import daily_puzzle
from games.puzzles.models import PuzzleSolver
from games.puzzles.presenters import answer_data, daily_data, puzzle_data
from games.puzzles.queries import next_puzzle, puzzle_of, solver_of
from games.puzzles.scopes import PUZZLE_SOLVE
from games.puzzles.solving import attempt
from kit.endpoints import Endpoint
from kit.permissions import has_scope
from kit.requests import body_of, query_of


def _solving(request: Request) -> User | None:
    """Whose attempts count: the user of a session, or of a token with the scope."""
    return caller(request) if has_scope(request, PUZZLE_SOLVE) else None


def _solver(request: Request) -> PuzzleSolver | None:
    user = _solving(request)
    return solver_of(user) if user else None


class DailyPuzzleView(Endpoint):
    required_scopes = {"GET": None}
    refusals = {"GET": (daily_puzzle,)}

    @extend_schema(operation_id="get_daily_puzzle", summary="The puzzle of the day", responses=DailyPuzzleSerializer)
    def get(self, request: Request) -> Response:
        """The puzzle of today, which is the same for everyone; days are those of UTC. With it comes the caller’s
        streak: the days in a row on which they solved the puzzle of the day at the first attempt."""
        return Response(daily_data(daily_puzzle(), _solver(request)))


class NextPuzzleView(Endpoint):
    required_scopes = {"GET": PUZZLE_SOLVE}
    refusals = {"GET": (next_puzzle,)}

    @extend_schema(
        operation_id="get_next_puzzle",
        summary="The next puzzle",
        parameters=[NextPuzzleQuery],
        responses=PuzzleSerializer,
    )
    def get(self, request: Request) -> Response:
        """The puzzle whose rating is nearest to the caller’s, of those that they have not tried; the same one until
        they try it. A position that stands in an ongoing game of the caller is left out."""
        return Response(puzzle_data(next_puzzle(caller(request), **query_of(request, NextPuzzleQuery))))


class PuzzleView(Endpoint):
    required_scopes = {"GET": None}
    refusals = {"GET": (puzzle_of,)}

    @extend_schema(operation_id="get_puzzle", summary="One puzzle", responses=PuzzleSerializer)
    def get(self, _request: Request, number: int) -> Response:
        """A puzzle without its solution."""
        return Response(puzzle_data(puzzle_of(number)))


class AttemptView(Endpoint):
    required_scopes = {"POST": None}
    refusals = {"POST": (attempt,)}

    @extend_schema(operation_id="try_puzzle", summary="Try a puzzle", request=AttemptInput, responses=AttemptSerializer)
    def post(self, request: Request, number: int) -> Response:
        """Compare moves with the solution. Send all your moves so far each time; the answer has the opponent’s moves.

        The attempt ends with a wrong move, with the last right one, or with `give_up`. The first attempt of an account
        at a puzzle changes the ratings of both; attempts of bots are stored but not rated. Everyone may try: those of
        visitors, and of tokens without the scope `puzzle:solve`, are not stored."""
        wanted = body_of(request, AttemptInput)
        answer = attempt(number, wanted["moves"], _solving(request), gives_up=wanted["give_up"])
        return Response(answer_data(answer, _solver(request)))
