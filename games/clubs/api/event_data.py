"""The payload of the events of clubs."""

from typing import Any

from rest_framework import serializers


class ClubData(serializers.Serializer[Any]):
    club = serializers.SlugField(help_text="As in its address.")
    name = serializers.CharField()
