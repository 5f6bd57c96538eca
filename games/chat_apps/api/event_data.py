"""Payloads of the events of chat apps."""

from typing import Any

from rest_framework import serializers

from games.chat_apps.models import ChatConnection


class ChatAppDisabledData(serializers.Serializer[Any]):
    connection = serializers.IntegerField()
    service = serializers.CharField()
    description = serializers.CharField()
    reason = serializers.ChoiceField(choices=ChatConnection.OffReason.choices)
