"""The events of games and users, and the parameters of their streams."""

from typing import Any

from rest_framework import serializers

from games.chat.api.serializers import LONGEST_PAGE
from games.core.api.events import any_event
from games.play.api.serializers import GameSerializer
from games.streams.requests import LONGEST_WAIT_SECONDS
from kit.fields import HIGHEST_NUMBER, NumberField


class EventsPageSerializer(serializers.Serializer[Any]):
    """A page of an event log. Continue with `after` = `last_seq`; `next` is null if there is no more for now.

    If `reset` is true, your `after` is not in this log: forget what you know, read everything again, and continue from
    `last_seq`.
    """

    results = any_event(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    reset = serializers.BooleanField()
    last_seq = serializers.IntegerField(
        help_text="The last `seq` of this page, or your `after` if the page is empty; with `reset`, the newest `seq`."
    )
    newest_seq = serializers.IntegerField(
        help_text="The newest `seq` of the log. To receive only new events, continue from it."
    )
    server_time = serializers.DateTimeField()


class GameEventsPageSerializer(EventsPageSerializer):
    """A page of the event log of a game, with the game as it stands now."""

    game = GameSerializer()


class EventsQuery(serializers.Serializer[Any]):
    after = NumberField(min_value=0, max_value=HIGHEST_NUMBER, default=0, help_text="Only events after this `seq`.")
    page_size = NumberField(min_value=1, max_value=LONGEST_PAGE, default=50)
    wait = NumberField(
        min_value=0,
        max_value=LONGEST_WAIT_SECONDS,
        default=0,
        help_text="Seconds to wait for an event if there is none yet. The page may still be empty. Such a call costs "
        "2.",
    )
