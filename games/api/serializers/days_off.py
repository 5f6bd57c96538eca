"""Weekly days off as JSON, for their owner."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import TextField
from accounts.models.users import validate_time_zone
from games.days_off import Week
from games.shapes import Shape, rfc3339

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class DaysOffSerializer(serializers.Serializer[Any]):
    """Whole days in the time zone named; `may_change_at` is null where they can be changed now."""

    weekdays = serializers.ListField(child=serializers.ChoiceField(choices=WEEKDAYS))
    time_zone = serializers.CharField()
    may_change_at = serializers.DateTimeField(allow_null=True)


class DaysOffInput(serializers.Serializer[Any]):
    """Up to two weekdays, in the time zone of a place."""

    weekdays = serializers.ListField(child=serializers.ChoiceField(choices=WEEKDAYS), max_length=7)
    time_zone = TextField(max_length=64, validators=[validate_time_zone])


def week_shape(week: Week) -> Shape:
    """The days off of somebody, for himself."""
    return {
        "weekdays": [WEEKDAYS[day] for day in week.weekdays],
        "time_zone": week.time_zone,
        "may_change_at": rfc3339(week.may_change_at),
    }
