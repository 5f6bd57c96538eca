"""The calendar feed as JSON, for its owner."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers

from games.calendar.models import CalendarFeed
from games.core.presenters import Data, rfc3339
from kit.fields import FlagField, NumberField

# A week.
MOST_HOURS = 168


class FeedSerializer(serializers.Serializer[Any]):
    """`created_at` is null if there is no feed. `read_at` is the hour of the last access, or null.

    Calendar apps remind you `alarm_hours` before each deadline, or never if that is null.
    """

    alarm_hours = serializers.IntegerField(allow_null=True)
    with_leave = serializers.BooleanField(help_text="The feed contains your planned and current leave.")

    created_at = serializers.DateTimeField(allow_null=True)
    read_at = serializers.DateTimeField(allow_null=True)


class NewFeedSerializer(FeedSerializer):
    """The feed with its address, which no other response contains."""

    url = serializers.URLField()


class FeedChanges(serializers.Serializer[Any]):
    """The fields to change."""

    alarm_hours = NumberField(min_value=1, max_value=MOST_HOURS, required=False, allow_null=True)
    with_leave = FlagField(required=False)


def feed_data(feed: CalendarFeed | None) -> Data:
    """The feed, for its owner; null values if there is none."""
    return {
        "alarm_hours": feed and feed.alarm_hours,
        "with_leave": feed is not None and feed.with_leave,
        "created_at": feed and rfc3339(feed.created_at),
        "read_at": feed and rfc3339(feed.read_at),
    }


def new_feed_data(feed: CalendarFeed, secret: str) -> Data:
    """The new feed with its address."""
    return {**feed_data(feed), "url": settings.SITE_URL + reverse("calendar_feed", args=[secret])}
