"""Days off as JSON, for their owner."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import ChoiceField, TextField
from accounts.models.users import validate_time_zone
from games.days_off import Week
from games.public_holidays import REGIONS
from games.shapes import Shape, rfc3339

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class DaysOffSerializer(serializers.Serializer[Any]):
    """Whole days in the time zone named; `region` is that of the public holidays.

    `may_change_at` is null where they can be changed now.
    """

    weekdays = serializers.ListField(child=serializers.ChoiceField(choices=WEEKDAYS))
    region = serializers.ChoiceField(choices=REGIONS, allow_null=True)
    time_zone = serializers.CharField()
    may_change_at = serializers.DateTimeField(allow_null=True)


class DaysOffInput(serializers.Serializer[Any]):
    """Up to two weekdays and the public holidays of a region, in the time zone of a place."""

    weekdays = serializers.ListField(child=serializers.ChoiceField(choices=WEEKDAYS), max_length=7)
    region = ChoiceField(
        choices=REGIONS, allow_null=True, default=None, help_text="As ISO 3166 names it; null for no public holidays."
    )
    time_zone = TextField(max_length=64, validators=[validate_time_zone])


def week_shape(week: Week) -> Shape:
    """The days off of somebody, for himself."""
    return {
        "weekdays": [WEEKDAYS[day] for day in week.weekdays],
        "region": week.region or None,
        "time_zone": week.time_zone,
        "may_change_at": rfc3339(week.may_change_at),
    }
