"""Browsers with push notices, as JSON. Their addresses and keys come in, and never go out."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.api.fields import TextField
from accounts.templatetags.devices import device
from games.models import PushSubscription
from games.notifications.push.encryption import MalformedKeyError, check_keys
from games.shapes import Shape, rfc3339


def push_shape(subscription: PushSubscription) -> Shape:
    """A browser for its owner; `device` is in the language of the request."""
    return {
        "id": subscription.pk,
        "host": subscription.host,
        "device": device(subscription.device),
        "active": subscription.is_on,
        "disabled_reason": subscription.disabled_reason or None,
        "disabled_at": rfc3339(subscription.disabled_at),
        "last_accepted_at": rfc3339(subscription.last_accepted_at),
        "created_at": rfc3339(subscription.created_at),
    }


class PushSubscriptionSerializer(serializers.Serializer[Any]):
    """A browser that is told by push. `host` is that of its push service."""

    id = serializers.IntegerField()
    host = serializers.CharField()
    device = serializers.CharField()
    active = serializers.BooleanField()
    disabled_reason = serializers.ChoiceField(choices=PushSubscription.OffReason.choices, allow_null=True)
    disabled_at = serializers.DateTimeField(allow_null=True)
    last_accepted_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()


class PushSubscriptionInput(serializers.Serializer[Any]):
    """What `PushSubscription.toJSON()` says: `endpoint`, and both of its `keys` in base64url."""

    endpoint = TextField(max_length=PushSubscription.LONGEST_ENDPOINT)
    p256dh = TextField(max_length=100)
    auth = TextField(max_length=32)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Keys that nothing can be sealed with are of no use."""
        try:
            check_keys(p256dh=attrs["p256dh"], auth=attrs["auth"])
        except MalformedKeyError as error:
            raise serializers.ValidationError({"p256dh": [_("These are no keys of a browser.")]}) from error
        return attrs


class PushRenewalInput(PushSubscriptionInput):
    """The new subscription, and of the former one the address with its secret."""

    former_endpoint = TextField(max_length=PushSubscription.LONGEST_ENDPOINT)
    former_auth = TextField(max_length=32)
