"""Notifications, their settings, and push subscriptions as JSON."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.models import User
from accounts.templatetags.devices import device
from games.core import channels, event_subjects, event_types, notifications
from games.core.api.events import NamesSubject
from games.core.event_subjects import numbers_of
from games.core.models.events import Event, UserEvent
from games.core.presenters import Data, rfc3339
from games.notifications import choices
from games.notifications.models import Delivery, NotificationSettings, PushSubscription
from games.notifications.push import vapid
from games.notifications.push.encryption import MalformedKeyError, check_keys
from games.play import deadline_steps
from games.play.models import DeadlineSteps
from kit.fields import HIGHEST_NUMBER, ChoiceField, FlagField, NumberField, TextField


def notifications_data(items: Sequence[UserEvent], user: User, *, seen: int) -> list[Data]:
    """Lines of the bell."""
    event_subjects.attach(item.event for item in items)
    return [_notification_data(item, user, seen=seen) for item in items]


def _notification_data(item: UserEvent, user: User, *, seen: int) -> Data:
    """A line of the bell; its `text` is in the language of the request."""
    event = item.event
    line = notifications.line_of(event, user)
    return {"seq": item.seq, **_about(event), "text": line.text, "more": line.more, "new": item.seq > seen}


def sent_data(delivery: Delivery) -> Data:
    """A line of the log of what was sent; `next_attempt_at` is null where none will be made."""
    is_waiting = delivery.status == Delivery.Status.WAITING
    return {
        "id": delivery.pk,
        **_about(delivery.event),
        "channel": delivery.channel,
        "status": delivery.status,
        "attempts": delivery.attempts,
        "next_attempt_at": rfc3339(delivery.next_attempt_at) if is_waiting else None,
        "sent_at": rfc3339(delivery.sent_at),
        "error": delivery.error,
    }


def _about(event: Event) -> Data:
    kind = notifications.kind_of(event)
    return {
        "notification": kind.name if kind else None,
        "type": event.type,
        "game": event.game_id,
        **numbers_of(event),
        "created_at": rfc3339(event.created_at),
    }


class _AboutSerializer(NamesSubject):
    notification = serializers.ChoiceField(
        choices=[(kind.name, kind.name) for kind in notifications.kinds()], allow_null=True
    )
    type = serializers.ChoiceField(choices=event_types.choices())
    game = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField(help_text="When it happened.")


class NotificationSerializer(_AboutSerializer):
    """An event that concerns you, as a sentence in your language."""

    seq = serializers.IntegerField(help_text="Its number in your stream.")
    text = serializers.CharField()
    more = serializers.CharField(help_text="What somebody wrote, or why a game ended; often empty.")
    new = serializers.BooleanField(help_text="You have not seen it yet.")


class SentSerializer(_AboutSerializer):
    """A notification that was sent to you or waits to be sent. `sent` means that the provider has accepted it."""

    id = serializers.IntegerField()
    channel = serializers.ChoiceField(choices=list(choices.channel_labels().items()))
    status = serializers.ChoiceField(choices=Delivery.Status.choices)
    attempts = serializers.IntegerField()
    next_attempt_at = serializers.DateTimeField(allow_null=True)
    sent_at = serializers.DateTimeField(allow_null=True)
    error = serializers.CharField()


class SeenInput(serializers.Serializer[Any]):
    """How far you have seen your notifications."""

    seq = NumberField(min_value=0, max_value=HIGHEST_NUMBER)


class SeenSerializer(serializers.Serializer[Any]):
    """How far you have seen your notifications, and how many are new since then; 100 also stands for more."""

    seq = serializers.IntegerField()
    unread = serializers.IntegerField()


def notification_settings_data(user: User, row: NotificationSettings) -> Data:
    """The notification settings of a user, or the defaults."""
    table = choices.table_of(user, row)
    return {
        "table": table,
        "pace": row.pace,
        "email_while_open": row.email_while_open,
        "push_texts": row.push_texts,
        "deadline_hours": deadline_steps.steps_of(user),
        "daily_hour": row.daily_hour,
        "quiet_from": row.quiet_from,
        "quiet_until": row.quiet_until,
        "push_key": vapid.public_key(),
    }


class _Cells(serializers.Serializer[Any]):
    """The channels by which a notification is sent. `webhook` means all of your webhooks that are on. If there are
    none, it is null, and changing it has no effect."""

    def get_fields(self) -> dict[str, Any]:
        programs = {channel.name for channel in channels.event_channels()}
        return {name: FlagField(required=False, allow_null=name in programs) for name in choices.all_labels()}


class _Table(serializers.Serializer[Any]):
    """The channels by which each notification is sent."""

    def get_fields(self) -> dict[str, Any]:
        return {kind.name: _Cells(required=False) for kind in notifications.choosable_kinds()}


class NotificationSettingsSerializer(serializers.Serializer[Any]):
    """Your notification settings. Hours are those of the day in your `time_zone`."""

    table = _Table()
    pace = serializers.ChoiceField(choices=NotificationSettings.Pace.choices)
    email_while_open = serializers.BooleanField(help_text="Emails do not wait while you have the game open.")
    push_texts = serializers.BooleanField(
        help_text="Push notifications and chat apps show what somebody has written, and not only who has written."
    )
    deadline_hours = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="You are notified this many hours before a deadline. If empty: when a quarter of the time is left, "
        "and when a day is left.",
    )
    daily_hour = serializers.IntegerField()
    quiet_from = serializers.IntegerField(allow_null=True)
    quiet_until = serializers.IntegerField(allow_null=True)
    push_key = serializers.CharField(
        help_text="The key with which browsers subscribe (`applicationServerKey`), in base64url."
    )


class NotificationSettingsInput(serializers.Serializer[Any]):
    """The settings to change. Values and cells of the table that are left out stay as they are."""

    table = _Table(required=False)
    pace = ChoiceField(choices=NotificationSettings.Pace.choices, required=False)
    email_while_open = FlagField(required=False)
    push_texts = FlagField(required=False)
    deadline_hours = serializers.ListField(
        child=NumberField(min_value=1, max_value=max(DeadlineSteps.CHOICES)),
        max_length=DeadlineSteps.MOST,
        required=False,
    )
    daily_hour = NumberField(min_value=0, max_value=23, required=False)
    quiet_from = NumberField(min_value=0, max_value=23, required=False, allow_null=True)
    quiet_until = NumberField(min_value=0, max_value=23, required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Quiet hours are set by both their ends, and ended by two nulls."""
        ends = [attrs[name] for name in ("quiet_from", "quiet_until") if name in attrs]
        if len(ends) == 1 or (len(ends) == 2 and (ends[0] is None) != (ends[1] is None)):
            raise serializers.ValidationError({"quiet_until": [_("Choose both a start and an end.")]})
        return attrs


def push_subscription_data(subscription: PushSubscription) -> Data:
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
    """A browser that receives push notifications. `host` is that of its push service."""

    id = serializers.IntegerField()
    host = serializers.CharField()
    device = serializers.CharField()
    active = serializers.BooleanField()
    disabled_reason = serializers.ChoiceField(choices=PushSubscription.OffReason.choices, allow_null=True)
    disabled_at = serializers.DateTimeField(allow_null=True)
    last_accepted_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()


class PushSubscriptionInput(serializers.Serializer[Any]):
    """The result of `PushSubscription.toJSON()`: `endpoint`, and both `keys` in base64url."""

    endpoint = TextField(max_length=PushSubscription.LONGEST_ENDPOINT)
    p256dh = TextField(max_length=100)
    auth = TextField(max_length=32)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Keys that nothing can be sealed with are of no use."""
        try:
            check_keys(p256dh=attrs["p256dh"], auth=attrs["auth"])
        except MalformedKeyError as error:
            raise serializers.ValidationError({"p256dh": [_("These are not valid browser keys.")]}) from error
        return attrs


class PushRenewalInput(PushSubscriptionInput):
    """The new subscription, and the address and secret of the former one."""

    former_endpoint = TextField(max_length=PushSubscription.LONGEST_ENDPOINT)
    former_auth = TextField(max_length=32)
