"""Events as the logs tell them: one shape for each type, told apart by `type`, with what it says in `data`.

The events.py of the apps write what is described here; the tests of the API hold every event against it.
"""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from games.challenges.models import Challenge
from games.chat.models import Canned
from games.core.api.serializers import Side
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Rules
from games.disputes.models import Dispute
from games.play.api.serializers.games import GameSerializer, ProofSerializer
from games.play.conditional_moves import Stopped
from games.players.models import Measure
from games.time_off.models import StaleClocks
from games.webhooks.models import WebhookDelivery
from muehle.clocks.pauses import Reason
from muehle.programme import Stop

Shape = type[serializers.Serializer[Any]]

DEADLINE = "The last instant for the next move; null when the game has ended with this one."


class ChallengeReceivedData(serializers.Serializer[Any]):
    challenger = serializers.CharField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
    message = serializers.CharField(help_text="Empty without one.")
    rules = serializers.ChoiceField(choices=Rules.choices)


class ChallengeAcceptedData(serializers.Serializer[Any]):
    challenger = serializers.CharField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
    game = serializers.IntegerField(help_text="The number of the game that has begun.")


class ChallengeDeclinedData(serializers.Serializer[Any]):
    challenger = serializers.CharField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
    reason = serializers.CharField(help_text="Empty without one.")


class ChallengeClosedData(serializers.Serializer[Any]):
    challenger = serializers.CharField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)


class GameStartedData(serializers.Serializer[Any]):
    white = serializers.CharField()
    black = serializers.CharField()
    rules = serializers.ChoiceField(choices=Rules.choices)
    rated = serializers.BooleanField()
    lot = serializers.ChoiceField(
        choices=Side.choices,
        allow_null=True,
        help_text="The colour that the challenger drew; null where it was chosen.",
    )
    challenger = serializers.CharField()
    deadline_at = serializers.DateTimeField(allow_null=True)


class MovePlayedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of this half-move.")
    move = serializers.CharField()
    position = serializers.CharField(help_text="The text of the position after it.")
    deadline_at = serializers.DateTimeField(allow_null=True, help_text=DEADLINE)


class DrawOfferData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    reason = serializers.CharField(help_text="Empty without one.")


class MessageSentData(serializers.Serializer[Any]):
    message = serializers.IntegerField(help_text="The `id` of the message.")
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    text = serializers.CharField()
    canned = serializers.ChoiceField(
        choices=Canned.choices, required=False, help_text="Which sentence of the list it is; `text` is in English then."
    )


class NudgedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")


class GameFinishedData(serializers.Serializer[Any]):
    result = serializers.ChoiceField(choices=Game.Result.choices)
    termination = serializers.ChoiceField(choices=Game.Termination.choices)
    ply = serializers.IntegerField(help_text="So many half-moves were played.")
    proof = ProofSerializer(required=False, help_text="After a claim.")


class PlanStoppedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    reason = serializers.ChoiceField(choices=[each.value for each in (*Stopped, *Stop)])


class DeadlineMovedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    deadline_at = serializers.DateTimeField()
    why = serializers.ChoiceField(choices=[*StaleClocks.Why.values, Reason.EMERGENCY_DAY.value, Reason.DISPUTE.value])


class TimeRanOutData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    grace_until = serializers.DateTimeField(help_text="The last instant for a move that is not claimed before it.")


class DeadlineNearData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    kind = serializers.CharField(help_text="`quarter` of the time is left, or a `day`.")
    deadline_at = serializers.DateTimeField()


class LeaveEndsData(serializers.Serializer[Any]):
    leave = serializers.IntegerField(help_text="The `id` of the leave.")
    ends_at = serializers.DateTimeField(help_text="From then on your clocks run again.")
    games_waiting = serializers.IntegerField(help_text="In so many games you are on move.")


class DisputeOpenedData(serializers.Serializer[Any]):
    dispute = serializers.IntegerField(help_text="The `number` of the dispute.")
    category = serializers.ChoiceField(choices=Dispute.Category.choices)
    appeal_of = serializers.IntegerField(allow_null=True, help_text="The dispute whose verdict is appealed.")


class DisputeDecidedData(serializers.Serializer[Any]):
    dispute = serializers.IntegerField(help_text="The `number` of the dispute.")
    verdict = serializers.ChoiceField(choices=Dispute.Verdict.choices)
    reason = serializers.CharField(help_text="Empty where the server has decided, or the players have.")


class WarnedData(serializers.Serializer[Any]):
    dispute = serializers.IntegerField(help_text="The `number` of the dispute.")
    measure = serializers.IntegerField(help_text="The `id` of the measure.")
    kind = serializers.ChoiceField(choices=Measure.Kind.choices)
    until = serializers.DateTimeField(allow_null=True, help_text="Null for a warning.")
    reason = serializers.CharField()


class WebhookDisabledData(serializers.Serializer[Any]):
    webhook = serializers.IntegerField()
    url = serializers.CharField()
    description = serializers.CharField()
    reason = serializers.CharField(help_text="`failing` or `gone`.")


class PingData(serializers.Serializer[Any]):
    webhook = serializers.IntegerField()


DATA: dict[str, Shape] = {
    Event.Type.CHALLENGE_RECEIVED: ChallengeReceivedData,
    Event.Type.CHALLENGE_ACCEPTED: ChallengeAcceptedData,
    Event.Type.CHALLENGE_DECLINED: ChallengeDeclinedData,
    Event.Type.CHALLENGE_CANCELLED: ChallengeClosedData,
    Event.Type.CHALLENGE_EXPIRED: ChallengeClosedData,
    Event.Type.GAME_STARTED: GameStartedData,
    Event.Type.MOVE_PLAYED: MovePlayedData,
    Event.Type.DRAW_OFFERED: DrawOfferData,
    Event.Type.DRAW_DECLINED: DrawOfferData,
    Event.Type.MESSAGE_SENT: MessageSentData,
    Event.Type.NUDGED: NudgedData,
    Event.Type.GAME_FINISHED: GameFinishedData,
    Event.Type.PLAN_STOPPED: PlanStoppedData,
    Event.Type.DEADLINE_MOVED: DeadlineMovedData,
    Event.Type.TIME_RAN_OUT: TimeRanOutData,
    Event.Type.DEADLINE_NEAR: DeadlineNearData,
    Event.Type.LEAVE_ENDS: LeaveEndsData,
    Event.Type.DISPUTE_OPENED: DisputeOpenedData,
    Event.Type.DISPUTE_DECIDED: DisputeDecidedData,
    Event.Type.WARNED: WarnedData,
    Event.Type.WEBHOOK_DISABLED: WebhookDisabledData,
}


class _EventSerializer(serializers.Serializer[Any]):
    """What all events have; `seq` counts one by one in a user's stream, in a game's it only grows."""

    id = serializers.IntegerField(help_text="The same in your stream, in the game's and in what webhooks get.")
    seq = serializers.IntegerField()
    game = serializers.IntegerField(allow_null=True)
    challenge = serializers.IntegerField(allow_null=True)
    actor = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField(help_text="By the server's clock, as are the times in `data`.")


class _PingSerializer(_EventSerializer):
    """A try: it is in no log."""

    id = serializers.IntegerField(allow_null=True)
    seq = serializers.IntegerField(allow_null=True)


def _constant(text: str) -> serializers.Field[Any, Any, Any, Any]:
    """A member that is always this text."""
    field: type[serializers.CharField] = type("Constant", (serializers.CharField,), {})
    extend_schema_field({"type": "string", "const": text})(field)
    return field()


def _typed(base: Shape, event_type: str, data: Shape | None) -> Shape:
    """The shape of the events of one type; their `data` is any object where nobody has described it."""
    name = "".join(word.capitalize() for word in event_type.split("_"))
    told = data() if data else serializers.DictField()
    members = {"type": _constant(event_type), "data": told, "__doc__": base.__doc__}
    return type(f"{name}EventSerializer", (base,), members)


EVENTS: dict[str, Shape] = {str(each): _typed(_EventSerializer, each, DATA.get(each)) for each in Event.Type.values}
PING = _typed(_PingSerializer, WebhookDelivery.PING, PingData)


def any_event(*, many: bool = False) -> PolymorphicProxySerializer:
    """An event of any type."""
    return PolymorphicProxySerializer(
        component_name="Event", serializers={**EVENTS}, resource_type_field_name="type", many=many
    )


def webhook_body() -> PolymorphicProxySerializer:
    """What a receiver gets: an event as `/events/` shows it, or a ping."""
    return PolymorphicProxySerializer(
        component_name="WebhookBody",
        serializers={**EVENTS, WebhookDelivery.PING: PING},
        resource_type_field_name="type",
    )


@extend_schema_field({"type": "string", "enum": ["ready", "reset"]})
class _MarkerType(serializers.CharField):
    pass


class MarkerSerializer(serializers.Serializer[Any]):
    """In a stream: `ready`, which begins your own where you gave no number, or `reset`, where it was none."""

    type = _MarkerType()
    after = serializers.IntegerField(help_text="What follows has higher numbers.")


class StateSerializer(serializers.Serializer[Any]):
    """In the stream of a game, at its beginning and after a `reset`: the whole game, with the last event in it."""

    type = _constant("state")
    seq = serializers.IntegerField()
    game = GameSerializer()


def stream_line() -> PolymorphicProxySerializer:
    """What a line of a stream may be."""
    return PolymorphicProxySerializer(
        component_name="StreamLine",
        serializers=[*EVENTS.values(), MarkerSerializer, StateSerializer],
        resource_type_field_name=None,
    )
