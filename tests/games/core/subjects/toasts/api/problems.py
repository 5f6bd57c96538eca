"""What problems of toasts say beside the standard members."""

from rest_framework import serializers

from kit.problems import add_members

add_members(toasted_at=serializers.DateTimeField(required=False))
