"""Connections to chat apps as JSON, for their owners; never with address and token."""

from typing import Any

from rest_framework import serializers

from games.chat_apps import supported
from games.chat_apps.models import ChatConnection
from games.core.presenters import Data, rfc3339
from kit.fields import ChoiceField, FlagField, TextField
from kit.outgoing.addresses import LONGEST_URL


def connection_data(connection: ChatConnection) -> Data:
    """A connection for its owner."""
    return {
        "id": connection.pk,
        "service": connection.service,
        "host": connection.host,
        "description": connection.description,
        "active": connection.is_on,
        "disabled_reason": connection.disabled_reason or None,
        "disabled_at": rfc3339(connection.disabled_at),
        "failing_since": rfc3339(connection.failing_since),
        "last_accepted_at": rfc3339(connection.last_accepted_at),
        "last_tried_at": rfc3339(connection.last_tried_at),
        "error": connection.error,
        "test_waiting": connection.test_asked_at is not None,
        "created_at": rfc3339(connection.created_at),
    }


def _services() -> list[tuple[str, str]]:
    return [(service.name, service.label) for service in supported.services()]


class ChatConnectionSerializer(serializers.Serializer[Any]):
    """A place in a chat app to which your notifications are sent. Its address and token are never shown."""

    id = serializers.IntegerField()
    service = serializers.ChoiceField(choices=_services())
    host = serializers.CharField()
    description = serializers.CharField()
    active = serializers.BooleanField()
    disabled_reason = serializers.ChoiceField(choices=ChatConnection.OffReason.choices, allow_null=True)
    disabled_at = serializers.DateTimeField(allow_null=True)
    failing_since = serializers.DateTimeField(allow_null=True)
    last_accepted_at = serializers.DateTimeField(allow_null=True)
    last_tried_at = serializers.DateTimeField(allow_null=True)
    error = serializers.CharField(help_text="The error of the last attempt: a status or a word. Empty after a success.")
    test_waiting = serializers.BooleanField(help_text="A test has been requested but not sent yet.")
    created_at = serializers.DateTimeField()


class ChatConnectionInput(serializers.Serializer[Any]):
    """What the chat app needs: `url` is a webhook, a server or a topic, `target` a chat or a room."""

    service = ChoiceField(choices=_services())
    url = TextField(max_length=LONGEST_URL, required=False, allow_blank=True)
    token = TextField(max_length=supported.LONGEST_TOKEN, required=False, allow_blank=True)
    target = TextField(max_length=supported.LONGEST_TOKEN, required=False, allow_blank=True)
    description = TextField(max_length=ChatConnection.LONGEST_DESCRIPTION, required=False, allow_blank=True)


class ChatConnectionChanges(serializers.Serializer[Any]):
    """Whether notifications are sent there."""

    active = FlagField()
