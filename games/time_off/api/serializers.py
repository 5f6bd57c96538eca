"""Leave and days off as JSON, for their owner."""

from typing import Any

from rest_framework import serializers

from accounts.models.users import validate_time_zone
from games.core.presenters import Data, rfc3339
from games.time_off.days_off import Week
from games.time_off.leave import LeaveAccount
from games.time_off.models import Leave
from games.time_off.public_holidays import REGIONS
from kit.fields import ChoiceField, InstantField, TextField

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class DaysOffSerializer(serializers.Serializer[Any]):
    """Whole days in a time zone; `region` is the region of the public holidays.

    `may_change_at` is null if they can be changed now.
    """

    weekdays = serializers.ListField(child=serializers.ChoiceField(choices=WEEKDAYS))
    region = serializers.ChoiceField(choices=REGIONS, allow_null=True)
    time_zone = serializers.CharField()
    may_change_at = serializers.DateTimeField(allow_null=True)


class DaysOffInput(serializers.Serializer[Any]):
    """Up to two weekdays, and the public holidays of a region, in a time zone."""

    weekdays = serializers.ListField(child=ChoiceField(choices=WEEKDAYS), max_length=7)
    region = ChoiceField(
        choices=REGIONS, allow_null=True, default=None, help_text="ISO 3166 code; null for no public holidays."
    )
    time_zone = TextField(max_length=64, validators=[validate_time_zone])


def week_data(week: Week) -> Data:
    """The days off of a player, for that player."""
    return {
        "weekdays": [WEEKDAYS[day] for day in week.weekdays],
        "region": week.region or None,
        "time_zone": week.time_zone,
        "may_change_at": rfc3339(week.may_change_at),
    }


class LeaveSerializer(serializers.Serializer[Any]):
    """Planned or current leave."""

    id = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class LeaveAccountSerializer(serializers.Serializer[Any]):
    """Your leave account. `balance_seconds` is at most `cap_seconds`; planned leave is not yet deducted."""

    balance_seconds = serializers.IntegerField()
    free_seconds = serializers.IntegerField(
        help_text="The part of the balance that planned and current leave do not need. Leave that begins now can last "
        "this long."
    )
    cap_seconds = serializers.IntegerField()
    current = LeaveSerializer(allow_null=True)
    planned = LeaveSerializer(many=True)
    server_time = serializers.DateTimeField()


class LeaveInput(serializers.Serializer[Any]):
    """Leave to take: at least a day, at most a year ahead."""

    starts_at = InstantField(required=False, allow_null=True, default=None, help_text="Null means now.")
    ends_at = InstantField()


def leave_data(leave: Leave) -> Data:
    """A leave, for its owner."""
    return {"id": leave.pk, "starts_at": rfc3339(leave.starts_at), "ends_at": rfc3339(leave.ends_at)}


def account_data(account: LeaveAccount) -> Data:
    """The leave account, for its owner; the caller adds `server_time`."""
    return {
        "balance_seconds": int(account.balance.total_seconds()),
        "free_seconds": int(account.free.total_seconds()),
        "cap_seconds": int(account.cap.total_seconds()),
        "current": account.current and leave_data(account.current),
        "planned": [leave_data(leave) for leave in account.planned],
    }
