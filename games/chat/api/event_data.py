"""Payloads of the events of messages."""

from typing import Any

from rest_framework import serializers

from games.chat.models import Canned


class MessageSentData(serializers.Serializer[Any]):
    message = serializers.IntegerField(help_text="The `id` of the message.")
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")
    text = serializers.CharField()
    canned = serializers.ChoiceField(
        choices=Canned.choices,
        required=False,
        help_text="The key, if it is a ready-made sentence; `text` is then in English.",
    )
