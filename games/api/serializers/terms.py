"""Rule set and clock: what a challenge proposes and a game is bound by."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.api.fields import ChoiceField, FlagField, NumberField
from games.engine.clocks import KINDS, InvalidParameter, TimeControl, parameter_names, time_control
from games.engine.clocks.days_per_move import DaysPerMove
from games.models.terms import MOST_LEAVE_DAYS, Timeout
from games.time_controls import PRESENTERS, names


class ClockTermsSerializer(serializers.Serializer[Any]):
    """A time control: `system` says which, and has parameters of its own. Those of the others are null."""

    def get_fields(self) -> dict[str, Any]:
        """What the kinds declare, before what is declared here."""
        fields: dict[str, Any] = {"system": serializers.ChoiceField(choices=list(names()))}
        for name in parameter_names():
            fields[name] = serializers.IntegerField(allow_null=True)
        return {**fields, **super().get_fields()}


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
    """A time control: `system` says which, and has parameters of its own. Those that are left out take their defaults,
    and those of the others are refused."""

    def get_fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "system": ChoiceField(choices=list(names()), default=DaysPerMove.system, help_text=_kinds())
        }
        return fields | {name: _parameter(name) for name in parameter_names()}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if wrong := attrs.keys() - {"system"} - KINDS[attrs["system"]].bounds().keys():
            raise serializers.ValidationError(dict.fromkeys(wrong, _("This belongs to another time control.")))
        try:
            clock_of(attrs).validate()
        except InvalidParameter as error:
            why = PRESENTERS[attrs["system"]].why(error)
            raise serializers.ValidationError({error.parameter: why}) from error
        return attrs


def clock_of(fields: dict[str, Any]) -> TimeControl:
    """The clock that validated fields describe."""
    parameters = {name: value for name, value in fields.items() if name != "system"}
    return time_control(fields.get("system", DaysPerMove.system), parameters)


def _parameter(name: str) -> NumberField:
    """A parameter that may be left out; where kinds share its name, with the widest bounds."""
    bounds = [kind.bounds()[name] for kind in KINDS.values() if name in kind.bounds()]
    least, most = min(each.least for each in bounds), max(each.most for each in bounds)
    return NumberField(min_value=least, max_value=most, required=False, help_text=_owners(name))


def _owners(name: str) -> str:
    """For the schema: which kinds have the parameter, and its default."""
    owners = {system: kind().parameters[name] for system, kind in KINDS.items() if name in kind.bounds()}
    return " ".join(f"Of `{system}`; {default} by default." for system, default in owners.items())


def _kinds() -> str:
    """For the schema: what each kind does."""
    return "\n".join(f"* `{system}`: {kind.__doc__}" for system, kind in KINDS.items())
