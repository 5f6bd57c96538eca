"""Puzzles as JSON."""

from typing import Any

from rest_framework import serializers

from games.core import rule_sets
from games.core.api.serializers import LONGEST_MOVE, MoveField, PositionSerializer
from games.puzzles.models import THEMES, Puzzle
from games.puzzles.solving import Outcome
from kit.fields import ChoiceField, FlagField
from muehle import Color
from muehle_engine.puzzles import LONGEST


class PuzzleSerializer(serializers.Serializer[Any]):
    """A position in which exactly one move keeps the proved value. The solution is not in it."""

    id = serializers.IntegerField()
    rules = serializers.ChoiceField(choices=rule_sets.choices())
    position = PositionSerializer()
    side = serializers.ChoiceField(choices=[color.value for color in Color], help_text="Whose move is to be found.")
    goal = serializers.ChoiceField(choices=Puzzle.Goal.choices, help_text="What the move has to keep.")
    legal_moves = serializers.ListField(child=serializers.CharField())
    moves_to_find = serializers.IntegerField()
    themes = serializers.ListField(child=serializers.ChoiceField(choices=list(THEMES.items())))
    rating = serializers.IntegerField()
    attempts = serializers.IntegerField(help_text="Rated attempts.")
    solved = serializers.IntegerField(help_text="How many of them solved it.")
    game = serializers.IntegerField(
        allow_null=True, help_text="The game that it comes from; null if it came with the server."
    )


class SolverSerializer(serializers.Serializer[Any]):
    """The caller's rating in puzzles and streak."""

    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()
    attempts = serializers.IntegerField()
    solved = serializers.IntegerField()
    streak = serializers.IntegerField(
        help_text="The days in a row, up to yesterday or today, on which the puzzle of the day was solved at the first "
        "attempt."
    )
    best_streak = serializers.IntegerField()


class DailyPuzzleSerializer(serializers.Serializer[Any]):
    """The puzzle of a day of UTC."""

    day = serializers.DateField()
    puzzle = PuzzleSerializer()
    solver = SolverSerializer(allow_null=True, help_text="Null for visitors, and for tokens without the scope.")


class NextPuzzleQuery(serializers.Serializer[Any]):
    theme = ChoiceField(choices=list(THEMES.items()), required=False)


class AttemptInput(serializers.Serializer[Any]):
    moves = serializers.ListField(
        child=MoveField(max_length=LONGEST_MOVE),
        default=list,
        max_length=max(LONGEST.values()),
        help_text="The solver’s moves from the first on, without those of the opponent.",
    )
    give_up = FlagField(default=False, help_text="Ends the attempt as not solved, and shows the solution.")


class AttemptSerializer(serializers.Serializer[Any]):
    """The answer to an attempt."""

    outcome = serializers.ChoiceField(
        choices=[outcome.value for outcome in Outcome],
        help_text="`right` means that the next move is to be found. Every other value ends the attempt.",
    )
    line = serializers.ListField(
        child=serializers.CharField(),
        help_text="The half-moves so far, with the answers of the opponent and without a wrong move.",
    )
    position = PositionSerializer(help_text="The position after the line.")
    legal_moves = serializers.ListField(child=serializers.CharField())
    hint = serializers.CharField(
        allow_null=True,
        help_text="After a wrong move, the stone that the right one moves. Null while stones are placed.",
    )
    solution = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="All half-moves, if the caller has given up."
    )
    rating_change = serializers.IntegerField(allow_null=True, help_text="Null if the attempt was not rated.")
    solver = SolverSerializer(allow_null=True, help_text="Null for visitors, and for tokens without the scope.")
