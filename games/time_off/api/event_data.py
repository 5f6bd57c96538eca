"""Payloads of the events of leave."""

from typing import Any

from rest_framework import serializers


class LeaveEndsData(serializers.Serializer[Any]):
    leave = serializers.IntegerField(help_text="The `id` of the leave.")
    ends_at = serializers.DateTimeField(help_text="From then on your clocks run again.")
    games_waiting = serializers.IntegerField(help_text="The number of games in which it is your turn.")
