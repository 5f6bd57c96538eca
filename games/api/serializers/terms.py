"""Rule set and clock: what a challenge proposes and a game is bound by."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.api.fields import ChoiceField, FlagField, NumberField
from games.engine.clock import Clock, DaysPerMove, FischerBank
from games.models.terms import (
    LONGEST_CAP,
    LONGEST_INCREMENT,
    MOST_LEAVE_DAYS,
    SHORTEST_INITIAL,
    ClockSystem,
    Timeout,
)

DEFAULT_DAYS = 3
FISCHER_FIELDS = ("initial_seconds", "increment_seconds", "cap_seconds")


class ClockTermsSerializer(serializers.Serializer[Any]):
    """A clock; the parameters of the other system are null."""

    system = serializers.ChoiceField(choices=ClockSystem.choices)
    days_per_move = serializers.IntegerField(allow_null=True)
    initial_seconds = serializers.IntegerField(allow_null=True)
    increment_seconds = serializers.IntegerField(allow_null=True)
    cap_seconds = serializers.IntegerField(allow_null=True)


class TermsOfTimeSerializer(serializers.Serializer[Any]):
    """What else is agreed about time; both have accepted it."""

    leave_days = serializers.IntegerField(help_text="Days of leave that either side may use in the game; 0: without.")
    days_off = serializers.BooleanField(help_text="The clock stands still on the days off of the player on move.")
    timeout = serializers.ChoiceField(choices=Timeout.choices)


class TermsOfTimeInput(serializers.Serializer[Any]):
    leave_days = NumberField(
        min_value=0,
        max_value=MOST_LEAVE_DAYS,
        default=MOST_LEAVE_DAYS,
        help_text="Days of leave that either side may use in the game; 0: without.",
    )
    days_off = FlagField(default=True, help_text="Whether clocks stand still on players’ days off.")
    timeout = ChoiceField(
        choices=Timeout.choices,
        default=Timeout.AUTOMATIC,
        help_text="`claim`: the opponent may claim the game, and after seven days it ends by itself.",
    )


class ClockInput(serializers.Serializer[Any]):
    """`days_per_move` (1 to 14) or a Fischer bank: it starts with `initial_seconds`, grows by `increment_seconds` with
    every move, and never holds more than `cap_seconds`. What is left out takes the default: 3 days a move; a bank of
    3 days, plus 1, at most 7."""

    system = ChoiceField(choices=ClockSystem.choices, default=ClockSystem.DAYS_PER_MOVE)
    days_per_move = NumberField(min_value=1, max_value=14, required=False)
    initial_seconds = NumberField(min_value=SHORTEST_INITIAL, max_value=LONGEST_CAP, required=False)
    increment_seconds = NumberField(min_value=0, max_value=LONGEST_INCREMENT, required=False)
    cap_seconds = NumberField(min_value=SHORTEST_INITIAL, max_value=LONGEST_CAP, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        fischer = attrs["system"] == ClockSystem.FISCHER
        misplaced = {"days_per_move"} if fischer else set(FISCHER_FIELDS)
        if wrong := misplaced & attrs.keys():
            raise serializers.ValidationError(dict.fromkeys(wrong, _("This belongs to the other clock system.")))
        if isinstance(bank := clock_of(attrs), FischerBank) and bank.initial_seconds > bank.cap_seconds:
            raise serializers.ValidationError({"cap_seconds": _("The bank cannot start with more than its cap.")})
        return attrs


def clock_of(fields: dict[str, Any]) -> Clock:
    """The clock that validated fields describe."""
    parameters = {name: value for name, value in fields.items() if name in FISCHER_FIELDS}
    if fields.get("system") == ClockSystem.FISCHER:
        return FischerBank(**parameters)
    return DaysPerMove(fields.get("days_per_move", DEFAULT_DAYS))
