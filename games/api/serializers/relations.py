"""Whom a player has blocked or muted, as JSON."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import FlagField


class RelationSerializer(serializers.Serializer[Any]):
    """What you have decided about a player, for nobody else to see; `changed_at` is null where that is nothing."""

    username = serializers.CharField()
    bot = serializers.BooleanField()
    blocked = serializers.BooleanField(help_text="Neither of you can challenge the other or write to him.")
    muted = serializers.BooleanField(help_text="You do not see what he writes; he is not told.")
    changed_at = serializers.DateTimeField(allow_null=True)


class RelationInput(serializers.Serializer[Any]):
    """One of them, or both; what is left out stays."""

    blocked = FlagField(required=False)
    muted = FlagField(required=False)
