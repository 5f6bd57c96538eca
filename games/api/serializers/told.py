"""What has happened and what was sent of it, as JSON."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import HIGHEST_NUMBER, NumberField
from accounts.models import User
from games.models import Delivery, Event, UserEvent
from games.notifications.policy import Notice, notice_of
from games.notifications.wording import told_in_a_line
from games.shapes import Shape, rfc3339


def told_shape(item: UserEvent, user: User, *, seen: int) -> Shape:
    """A line of the bell; its `text` is in the language of the request."""
    event = item.event
    line = told_in_a_line(event, user)
    return {"seq": item.seq, **_about(event), "text": line["text"], "more": line["more"], "new": item.seq > seen}


def sent_shape(delivery: Delivery) -> Shape:
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


def _about(event: Event) -> Shape:
    notice = notice_of(event)
    return {
        "notice": notice.value if notice else None,
        "type": event.type,
        "game": event.game_id,
        "challenge": event.challenge_id,
        "created_at": rfc3339(event.created_at),
    }


class _AboutSerializer(serializers.Serializer[Any]):
    notice = serializers.ChoiceField(choices=[(notice.value, notice.value) for notice in Notice], allow_null=True)
    type = serializers.ChoiceField(choices=Event.Type.choices)
    game = serializers.IntegerField(allow_null=True)
    challenge = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField(help_text="When it happened.")


class ToldSerializer(_AboutSerializer):
    """Something that has happened to you, in a sentence of your language."""

    seq = serializers.IntegerField(help_text="Its number in your stream.")
    text = serializers.CharField()
    more = serializers.CharField(help_text="What somebody wrote or why it ended; often empty.")
    new = serializers.BooleanField(help_text="You have not seen it yet.")


class SentSerializer(_AboutSerializer):
    """A notice that was sent to you, or waits to be. `sent` means that the provider has accepted it."""

    id = serializers.IntegerField()
    channel = serializers.ChoiceField(choices=Delivery.Channel.choices)
    status = serializers.ChoiceField(choices=Delivery.Status.choices)
    attempts = serializers.IntegerField()
    next_attempt_at = serializers.DateTimeField(allow_null=True)
    sent_at = serializers.DateTimeField(allow_null=True)
    error = serializers.CharField()


class SeenInput(serializers.Serializer[Any]):
    """How far it has been seen."""

    seq = NumberField(min_value=0, max_value=HIGHEST_NUMBER)


class SeenSerializer(serializers.Serializer[Any]):
    """How far it has been seen, and how much is new since; 100 stands for all that is more."""

    seq = serializers.IntegerField()
    unread = serializers.IntegerField()
