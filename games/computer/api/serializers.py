"""Computers as JSON."""

from typing import Any

from rest_framework import serializers


class ComputerSerializer(serializers.Serializer[Any]):
    """A computer of this server. `rating` is that of games with bots under the standard rules."""

    username = serializers.CharField()
    display_name = serializers.CharField(help_text="The name that people read, in the language of the request.")
    level = serializers.IntegerField(min_value=1, max_value=6)
    rating = serializers.IntegerField()


class ComputersPageSerializer(serializers.Serializer[Any]):
    """All computers, on one page."""

    results = ComputerSerializer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
