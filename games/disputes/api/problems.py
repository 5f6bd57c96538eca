"""The additional members of this app's problems."""

from rest_framework import serializers

from games.api.problems import add_members

add_members(
    warning=serializers.IntegerField(required=False, help_text="The `id` of the measure to acknowledge."),
    dispute=serializers.IntegerField(required=False, help_text="The one that was decided."),
    appeal_until=serializers.DateTimeField(
        required=False, allow_null=True, help_text="Until when the verdict can be appealed; null where it is final."
    ),
    arbiter=serializers.CharField(required=False, help_text="To staff: who has taken the case."),
)
