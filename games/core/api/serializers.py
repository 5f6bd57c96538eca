"""Terms of a game, positions, moves and Zwickmühlen as JSON."""

from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.core.models.games import Game
from games.core.models.terms import LEAST_TOTAL_DAYS, MOST_LEAVE_DAYS, MOST_TOTAL_DAYS, Timeout
from games.core.time_controls import PRESENTERS, names
from kit.fields import ChoiceField, FlagField, NumberField, TextField
from muehle import ZwickmuehleKind
from muehle.clocks import KINDS, InvalidParameter, TimeControl, parameter_names, time_control
from muehle.clocks.days_per_move import DaysPerMove


class ClockTermsSerializer(serializers.Serializer[Any]):
    """A time control: `system` names it, and each system has its own parameters. Parameters of other systems are
    null."""

    def get_fields(self) -> dict[str, Any]:
        """What the kinds declare, before what is declared here."""
        fields: dict[str, Any] = {"system": serializers.ChoiceField(choices=list(names()))}
        for name in parameter_names():
            fields[name] = serializers.IntegerField(allow_null=True)
        return {**fields, **super().get_fields()}


class TermsOfTimeSerializer(serializers.Serializer[Any]):
    """What else is agreed about time; both have accepted it."""

    leave_days = serializers.IntegerField(help_text="Days of leave that each side may use in the game; 0 means none.")
    days_off = serializers.BooleanField(help_text="The clock is paused on days off of the player on move.")
    timeout = serializers.ChoiceField(choices=Timeout.choices)
    total_days = serializers.IntegerField(
        allow_null=True,
        help_text="The total length of the game, besides the time control: each side has half of it for all its "
        "moves. Null means none.",
    )


class TermsOfTimeInput(serializers.Serializer[Any]):
    leave_days = NumberField(
        min_value=0,
        max_value=MOST_LEAVE_DAYS,
        default=MOST_LEAVE_DAYS,
        help_text="Days of leave that each side may use in the game; 0 means none.",
    )
    days_off = FlagField(default=True, help_text="Whether clocks are paused on players’ days off.")
    timeout = ChoiceField(
        choices=Timeout.choices,
        default=Timeout.AUTOMATIC,
        help_text="With `claim`, the opponent may claim the win after a time-out; after seven days the game ends by "
        "itself.",
    )
    total_days = NumberField(
        min_value=LEAST_TOTAL_DAYS,
        max_value=MOST_TOTAL_DAYS,
        allow_null=True,
        default=None,
        help_text="The total length of the game, besides the time control: each side has half of it for all its "
        "moves. Null means none.",
    )


class ClockInput(serializers.Serializer[Any]):
    """A time control: `system` names it, and each system has its own parameters. Parameters that are left out have
    their defaults; parameters of other systems are refused."""

    def get_fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "system": ChoiceField(choices=list(names()), default=DaysPerMove.system, help_text=_kinds())
        }
        return fields | {name: _parameter(name) for name in parameter_names()}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if wrong := attrs.keys() - {"system"} - KINDS[attrs["system"]].bounds().keys():
            raise serializers.ValidationError(dict.fromkeys(wrong, _("This belongs to a different time control.")))
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
    return " ".join(f"For `{system}`; {default} by default." for system, default in owners.items())


def _kinds() -> str:
    """For the schema: what each kind does."""
    return "\n".join(f"* `{system}`: {kind.__doc__}" for system, kind in KINDS.items())


LONGEST_MOVE = 20
MOVE_PATTERN = "^([a-g][1-7]-)?[a-g][1-7](x[a-g][1-7])?$"


class Side(TextChoices):
    """The two sides, for the schema."""

    WHITE = "white", _("White")
    BLACK = "black", _("Black")


class PointsSerializer(serializers.Serializer[Any]):
    """The points that each side occupies, row by row from a7 to g1."""

    white = serializers.ListField(child=serializers.CharField())
    black = serializers.ListField(child=serializers.CharField())


class CountsSerializer(serializers.Serializer[Any]):
    white = serializers.IntegerField(min_value=0)
    black = serializers.IntegerField(min_value=0)


class PositionSerializer(serializers.Serializer[Any]):
    """`text` is 24 points (W, B, dot; row by row from a7 to g1), side to move, both hands, quiet half-moves."""

    text = serializers.CharField()
    points = PointsSerializer()
    hands = CountsSerializer()


@extend_schema_field({"type": "string", "maxLength": LONGEST_MOVE, "pattern": MOVE_PATTERN})
class MoveField(TextField):
    """The text of a move; the pattern is for the schema, for what is no move has a code of its own."""


class OutcomeSerializer(serializers.Serializer[Any]):
    """How a game ends by the rules."""

    result = serializers.ChoiceField(choices=Game.Result.choices)
    termination = serializers.ChoiceField(choices=Game.Termination.choices)


class ZwickmuehleSerializer(serializers.Serializer[Any]):
    """`stone` closes a mill by going to `v`, and another by coming back to `u`; the `partners` stay."""

    stone = serializers.CharField()
    u = serializers.CharField()
    v = serializers.CharField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in ZwickmuehleKind])
    partners = serializers.ListField(child=serializers.CharField())


class SidedZwickmuehleSerializer(ZwickmuehleSerializer):
    """A Zwickmühle of the side `color`."""

    color = serializers.ChoiceField(choices=Side.choices)
