"""Dumps as JSON."""

from typing import Any

from rest_framework import serializers

from games.dumps.models import Dump


class DumpSerializer(serializers.Serializer[Any]):
    """A file with the rated games that ended in a month."""

    name = serializers.CharField(help_text="Of the file.")
    month = serializers.CharField(help_text="In UTC, as `2026-11`.")
    format = serializers.ChoiceField(choices=Dump.Form.choices)
    games = serializers.IntegerField()
    size = serializers.IntegerField(help_text="In bytes, compressed.")
    sha256 = serializers.CharField(help_text="Checksum of the compressed file.")
    made_at = serializers.DateTimeField()
    outdated = serializers.BooleanField(
        help_text="Something has changed since: a game counts no more, or a player has left. A new edition follows."
    )
    url = serializers.URLField()
