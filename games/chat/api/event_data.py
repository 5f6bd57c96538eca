"""Payloads of the events of messages."""

from typing import Any

from rest_framework import serializers

from games.chat.models import Canned


class MessageSentData(serializers.Serializer[Any]):
    message = serializers.IntegerField(help_text="The `id` of the message.")
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    text = serializers.CharField()
    canned = serializers.ChoiceField(
        choices=Canned.choices, required=False, help_text="Which sentence of the list it is; `text` is in English then."
    )
