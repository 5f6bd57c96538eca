"""Messages between the players, and the events of games and users."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import HIGHEST_NUMBER, NumberField
from games.chat.api.serializers import LONGEST_PAGE
from games.core.api.events import any_event
from games.play.api.serializers.games import GameSerializer
from games.streams.requests import LONGEST_WAIT_SECONDS


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
