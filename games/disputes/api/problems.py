"""The additional members of this app's problems."""

from rest_framework import serializers

from kit.problems import add_members

add_members(
    warning=serializers.IntegerField(required=False, help_text="The `id` of the warning to acknowledge."),
    dispute=serializers.IntegerField(required=False, help_text="The `number` of the dispute that was decided."),
    appeal_until=serializers.DateTimeField(
        required=False, allow_null=True, help_text="Until when the decision can be appealed; null if it is final."
    ),
)
