"""Messages between the players, and the events of games and users."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import HIGHEST_NUMBER, ChoiceField, NumberField, TextField
from games import texts
from games.api.serializers.events import any_event
from games.api.serializers.games import GameSerializer
from games.models import Canned, Message, RoomMessage
from games.streams.requests import LONGEST_WAIT_SECONDS

LONGEST_PAGE = 200


class RoomMessageSerializer(serializers.Serializer[Any]):
    """What a spectator wrote; `ply` is the number of half-moves played by then."""

    id = serializers.IntegerField()
    author = serializers.CharField()
    ply = serializers.IntegerField()
    text = serializers.CharField()
    at = serializers.DateTimeField()


class MessageSerializer(RoomMessageSerializer):
    """What a player wrote; `ply` is the number of half-moves played by then."""

    canned = serializers.ChoiceField(
        choices=Canned.choices,
        allow_null=True,
        help_text="Which sentence of the list it is; `text` is in the reader’s language then.",
    )


class MessageInput(serializers.Serializer[Any]):
    """Words of your own, or a sentence of the list: `text` or `canned`."""

    text = TextField(max_length=Message.LONGEST, required=False)
    canned = ChoiceField(choices=Canned.choices, required=False, help_text="The key of a sentence of the list.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of them, and not both."""
        if len(attrs) != 1:
            raise serializers.ValidationError({"text": [texts.EITHER_OR]})
        return attrs


class CannedMessageSerializer(serializers.Serializer[Any]):
    """A sentence that is ready, in the reader’s language."""

    key = serializers.ChoiceField(choices=Canned.choices)
    text = serializers.CharField()


class CannedMessagesPageSerializer(serializers.Serializer[Any]):
    results = CannedMessageSerializer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class RoomMessageInput(serializers.Serializer[Any]):
    text = TextField(max_length=RoomMessage.LONGEST)


class EventsPageSerializer(serializers.Serializer[Any]):
    """A page of a stream. Ask again with `after` = `last_seq`; `next` is null when there is no more for now.

    Where `reset` is true, your `after` is no number of this log: forget what you know, read again, and go on from
    `last_seq`.
    """

    results = any_event(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    reset = serializers.BooleanField()
    last_seq = serializers.IntegerField(
        help_text="The last `seq` of this page, or `after` where it is empty; after a `reset` the newest."
    )
    newest_seq = serializers.IntegerField(help_text="The last `seq` that the log has: from there on is now.")
    server_time = serializers.DateTimeField()


class GameEventsPageSerializer(EventsPageSerializer):
    """The same, with the game as it stands now."""

    game = GameSerializer()


class EventsQuery(serializers.Serializer[Any]):
    after = NumberField(min_value=0, max_value=HIGHEST_NUMBER, default=0, help_text="Only events after this `seq`.")
    page_size = NumberField(min_value=1, max_value=LONGEST_PAGE, default=50)
    wait = NumberField(
        min_value=0,
        max_value=LONGEST_WAIT_SECONDS,
        default=0,
        help_text="Seconds to wait for an event where there is none yet; the page may still come back empty. "
        "Such a call counts as two.",
    )
