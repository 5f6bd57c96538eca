"""The additional members of this app's problems."""

from rest_framework import serializers

from kit.problems import add_members

add_members(
    days=serializers.IntegerField(required=False),
    longest_days=serializers.IntegerField(required=False),
    balance_seconds=serializers.IntegerField(required=False),
    cap_seconds=serializers.IntegerField(
        required=False,
        help_text="With `leave_not_covered`, if the leave needs more: the most that a leave account can hold.",
    ),
    may_change_at=serializers.DateTimeField(required=False),
)
