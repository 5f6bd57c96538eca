"""Payloads of the events that notifications write."""

from typing import Any

from rest_framework import serializers


class DeadlineNearData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    kind = serializers.CharField(help_text="`quarter` of the time is left, or a `day`.")
    deadline_at = serializers.DateTimeField()
