"""Leave as JSON, for its owner."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import InstantField
from games.leaves import LeaveAccount
from games.models import Leave
from games.shapes import Shape, rfc3339


class LeaveSerializer(serializers.Serializer[Any]):
    """Leave planned or under way."""

    id = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class LeaveAccountSerializer(serializers.Serializer[Any]):
    """What you have gained and not used, at most `cap_seconds`; what is planned is not yet taken off."""

    balance_seconds = serializers.IntegerField()
    free_seconds = serializers.IntegerField(
        help_text="Of the balance, what neither your plans nor the rest of your leave need: so much can be planned now."
    )
    cap_seconds = serializers.IntegerField()
    current = LeaveSerializer(allow_null=True)
    planned = LeaveSerializer(many=True)
    server_time = serializers.DateTimeField()


class LeaveInput(serializers.Serializer[Any]):
    """At least a day, at most a year ahead."""

    starts_at = InstantField(required=False, allow_null=True, default=None, help_text="Null: now.")
    ends_at = InstantField()


def leave_shape(leave: Leave) -> Shape:
    """A leave, for its owner."""
    return {"id": leave.pk, "starts_at": rfc3339(leave.starts_at), "ends_at": rfc3339(leave.ends_at)}


def account_shape(account: LeaveAccount) -> Shape:
    """The account of leave, for its owner; `server_time` is the caller's to add."""
    return {
        "balance_seconds": int(account.balance.total_seconds()),
        "free_seconds": int(account.free.total_seconds()),
        "cap_seconds": int(account.cap.total_seconds()),
        "current": account.current and leave_shape(account.current),
        "planned": [leave_shape(leave) for leave in account.planned],
    }
