"""Webhooks and their deliveries: what goes out, what comes in, and what their receivers get."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from games.core import event_types
from games.core.api.events import EventSerializer, serializers_by_type, typed
from games.core.presenters import Data, rfc3339
from games.webhooks.api.event_data import PingData
from games.webhooks.models import Attempt, Webhook, WebhookDelivery
from games.webhooks.signing import secret_of
from kit.fields import ChoiceField, FlagField, TextField


def webhook_data(webhook: Webhook) -> Data:
    """A webhook for its owner, without its secret."""
    return {
        "id": webhook.pk,
        "url": webhook.url,
        "description": webhook.description,
        "types": webhook.types,
        "active": webhook.is_on,
        "disabled_reason": webhook.disabled_reason or None,
        "disabled_at": rfc3339(webhook.disabled_at),
        "failing_since": rfc3339(webhook.failing_since),
        "rests_until": rfc3339(webhook.rests_until),
        "former_secret_until": rfc3339(webhook.previous_until),
        "created_at": rfc3339(webhook.created_at),
    }


def webhook_with_secret(webhook: Webhook) -> Data:
    """The same with the secret, for who has just made it."""
    return {**webhook_data(webhook), "secret": secret_of(webhook)}


def delivery_data(delivery: WebhookDelivery) -> Data:
    """A line of a webhook's log; `next_attempt_at` is null where none will be made."""
    is_waiting = delivery.status == WebhookDelivery.Status.WAITING
    return {
        "id": delivery.pk,
        "seq": delivery.user_event.seq if delivery.user_event else None,
        "type": delivery.type,
        "status": delivery.status,
        "attempts": delivery.attempts,
        "created_at": rfc3339(delivery.created_at),
        "attempted_at": rfc3339(delivery.attempted_at),
        "next_attempt_at": rfc3339(delivery.next_attempt_at) if is_waiting else None,
        "delivered_at": rfc3339(delivery.delivered_at),
        "duration_seconds": delivery.duration_seconds,
        "status_code": delivery.status_code,
        "error": delivery.error or None,
        "excerpt": delivery.excerpt,
        "history": [_attempt_data(attempt) for attempt in delivery.past_attempts],
    }


def _attempt_data(attempt: Attempt) -> Data:
    return {
        "attempted_at": rfc3339(attempt.at),
        "duration_seconds": attempt.seconds,
        "status_code": attempt.status_code,
        "error": attempt.error or None,
        "excerpt": attempt.excerpt,
    }


class WebhookSerializer(serializers.Serializer[Any]):
    """An address to which your events are sent. If `types` is empty, all events are sent, including types added
    later."""

    id = serializers.IntegerField()
    url = serializers.URLField()
    description = serializers.CharField()
    types = serializers.ListField(child=serializers.ChoiceField(choices=event_types.choices()))
    active = serializers.BooleanField()
    disabled_reason = serializers.ChoiceField(choices=Webhook.OffReason.choices, allow_null=True)
    disabled_at = serializers.DateTimeField(allow_null=True)
    failing_since = serializers.DateTimeField(allow_null=True, help_text="The first failure since the last success.")
    rests_until = serializers.DateTimeField(
        allow_null=True, help_text="Nothing is sent until then, because an answer took more than 3 seconds."
    )
    former_secret_until = serializers.DateTimeField(
        allow_null=True,
        help_text="After a change of the secret: until then, everything is signed with the former secret as well.",
    )
    created_at = serializers.DateTimeField()


class WebhookWithSecretSerializer(WebhookSerializer):
    """A webhook with its secret."""

    secret = serializers.CharField()


class WebhookInput(serializers.Serializer[Any]):
    """A webhook to create."""

    url = TextField(
        max_length=Webhook.LONGEST_URL, help_text="It begins with `https://` and must be reachable from the internet."
    )
    description = TextField(max_length=Webhook.LONGEST_DESCRIPTION, required=False, allow_blank=True, default="")
    types = serializers.ListField(
        child=ChoiceField(choices=event_types.choices()),
        required=False,
        max_length=len(event_types.event_type_names()),
        default=list,
        help_text="The types of events to send; if empty, all of them.",
    )


class WebhookChanges(serializers.Serializer[Any]):
    """The fields to change."""

    url = TextField(max_length=Webhook.LONGEST_URL, required=False)
    description = TextField(max_length=Webhook.LONGEST_DESCRIPTION, required=False, allow_blank=True)
    types = serializers.ListField(
        child=ChoiceField(choices=event_types.choices()), required=False, max_length=len(event_types.event_type_names())
    )
    active = FlagField(
        required=False,
        help_text="`false` switches the webhook off; `true` switches it on again, for events from then on.",
    )


class WebhookAttemptSerializer(serializers.Serializer[Any]):
    """One attempt and its result."""

    attempted_at = serializers.DateTimeField()
    duration_seconds = serializers.FloatField(allow_null=True, help_text="Null while it is under way.")
    status_code = serializers.IntegerField(allow_null=True)
    error = serializers.ChoiceField(choices=WebhookDelivery.Error.choices, allow_null=True)
    excerpt = serializers.CharField()


class WebhookDeliverySerializer(serializers.Serializer[Any]):
    """An event that is sent to a webhook, with the result of the last attempt, and of all attempts in `history`. A ping
    has no `seq`."""

    id = serializers.IntegerField(help_text="Sent in the header `Webhook-Id` with every attempt.")
    seq = serializers.IntegerField(allow_null=True)
    type = serializers.ChoiceField(choices=[*event_types.choices(), (WebhookDelivery.PING, WebhookDelivery.PING)])
    status = serializers.ChoiceField(choices=WebhookDelivery.Status.choices)
    attempts = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    attempted_at = serializers.DateTimeField(allow_null=True)
    next_attempt_at = serializers.DateTimeField(allow_null=True)
    delivered_at = serializers.DateTimeField(allow_null=True)
    duration_seconds = serializers.FloatField(allow_null=True)
    status_code = serializers.IntegerField(allow_null=True, help_text="The HTTP status of the answer.")
    error = serializers.ChoiceField(choices=WebhookDelivery.Error.choices, allow_null=True)
    excerpt = serializers.CharField(help_text="The beginning of the answer.")
    history = WebhookAttemptSerializer(
        many=True, help_text=f"The attempts, oldest first; the last {WebhookDelivery.MOST_ATTEMPTS_KEPT} are kept."
    )


class _PingSerializer(EventSerializer):
    """A test of a webhook. It is not in any event log."""

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
