"""What I am told and where, as JSON."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.api.fields import ChoiceField, FlagField, NumberField
from accounts.models import User
from games.models import NoticeSettings
from games.notifications import choices
from games.notifications.push import vapid
from games.shapes import Shape


def notices_shape(user: User, row: NoticeSettings) -> Shape:
    """The wishes of a user, the defaults where he has none."""
    table = choices.table_of(user, row)
    return {
        "table": {
            notice.value: {channel.value: is_on for channel, is_on in cells.items()} for notice, cells in table.items()
        },
        "pace": row.pace,
        "daily_hour": row.daily_hour,
        "quiet_from": row.quiet_from,
        "quiet_until": row.quiet_until,
        "push_key": vapid.public_key(),
    }


class _Cells(serializers.Serializer[Any]):
    """Which channels a notice comes by."""

    def get_fields(self) -> dict[str, Any]:
        return {channel.value: FlagField(required=False) for channel in choices.CHANNELS}


class _Table(serializers.Serializer[Any]):
    """Which notice comes by which channels."""

    def get_fields(self) -> dict[str, Any]:
        return {notice.value: _Cells(required=False) for notice in choices.NOTICES}


class NoticesSerializer(serializers.Serializer[Any]):
    """What you are told and where. Hours are those of the day in your `time_zone`."""

    table = _Table()
    pace = serializers.ChoiceField(choices=NoticeSettings.Pace.choices)
    daily_hour = serializers.IntegerField()
    quiet_from = serializers.IntegerField(allow_null=True)
    quiet_until = serializers.IntegerField(allow_null=True)
    push_key = serializers.CharField(help_text="What browsers subscribe with (`applicationServerKey`), in base64url.")


class NoticesInput(serializers.Serializer[Any]):
    """Any of these; cells of the table that are left out stay as they are."""

    table = _Table(required=False)
    pace = ChoiceField(choices=NoticeSettings.Pace.choices, required=False)
    daily_hour = NumberField(min_value=0, max_value=23, required=False)
    quiet_from = NumberField(min_value=0, max_value=23, required=False, allow_null=True)
    quiet_until = NumberField(min_value=0, max_value=23, required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Quiet hours are set by both their ends, and ended by two nulls."""
        ends = [attrs[name] for name in ("quiet_from", "quiet_until") if name in attrs]
        if len(ends) == 1 or (len(ends) == 2 and (ends[0] is None) != (ends[1] is None)):
            raise serializers.ValidationError({"quiet_until": [_("Say from when and until when.")]})
        return attrs
