"""Payloads of the events of reports."""

from typing import Any

from rest_framework import serializers

from games.players.models import Sanction


class SanctionedData(serializers.Serializer[Any]):
    sanction = serializers.IntegerField(help_text="The `id` of the sanction.")
    kind = serializers.ChoiceField(choices=Sanction.Kind.choices)
    until = serializers.DateTimeField(allow_null=True, help_text="Null for a warning.")
    reason = serializers.CharField()


class ReportsHandledData(serializers.Serializer[Any]):
    reports = serializers.ListField(child=serializers.IntegerField(), help_text="The `id` of each report of yours.")
