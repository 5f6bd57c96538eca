"""What receivers of webhooks get."""

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from games.core.api.events import EventSerializer, serializers_by_type, typed
from games.webhooks.api.event_data import PingData
from games.webhooks.models import WebhookDelivery


class _PingSerializer(EventSerializer):
    """A test of a webhook: it is in no log."""

    id = serializers.IntegerField(allow_null=True)
    seq = serializers.IntegerField(allow_null=True)


PING = typed(_PingSerializer, WebhookDelivery.PING, PingData)


def webhook_body() -> PolymorphicProxySerializer:
    """An event as `/events/` shows it, or a ping."""
    return PolymorphicProxySerializer(
        component_name="WebhookBody",
        serializers={**serializers_by_type(), WebhookDelivery.PING: PING},
        resource_type_field_name="type",
    )
