"""The calendar feed as JSON, for its owner."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers

from games.calendar.models import CalendarFeed
from games.core.presenters import Shape, rfc3339


class FeedSerializer(serializers.Serializer[Any]):
    """`created_at` is null where there is no feed. `read_at` says to the hour when it was last read; null for never."""

    created_at = serializers.DateTimeField(allow_null=True)
    read_at = serializers.DateTimeField(allow_null=True)


class NewFeedSerializer(FeedSerializer):
    """With the address, which is in no other answer."""

    url = serializers.URLField()


def feed_shape(feed: CalendarFeed | None) -> Shape:
    """The feed, for its owner, or that there is none."""
    return {"created_at": feed and rfc3339(feed.created_at), "read_at": feed and rfc3339(feed.read_at)}


def new_feed_shape(feed: CalendarFeed, secret: str) -> Shape:
    """The same with its address, this once."""
    return {**feed_shape(feed), "url": settings.SITE_URL + reverse("calendar_feed", args=[secret])}
