"""Payloads of the events of disputes."""

from typing import Any

from rest_framework import serializers

from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.players.models import Sanction


class DisputeOpenedData(serializers.Serializer[Any]):
    dispute = serializers.IntegerField(help_text="The `number` of the dispute.")
    category = serializers.ChoiceField(choices=Dispute.Category.choices)
    appeal_of = serializers.IntegerField(allow_null=True, help_text="The dispute whose decision is appealed.")


class DisputeDecidedData(serializers.Serializer[Any]):
    dispute = serializers.IntegerField(help_text="The `number` of the dispute.")
    verdict = serializers.ChoiceField(choices=Verdict.choices)
    reason = serializers.CharField(help_text="Empty if the server or the players have decided.")


class WarnedData(serializers.Serializer[Any]):
    dispute = serializers.IntegerField(help_text="The `number` of the dispute.")
    sanction = serializers.IntegerField(help_text="The `id` of the sanction.")
    kind = serializers.ChoiceField(choices=Sanction.Kind.choices)
    until = serializers.DateTimeField(allow_null=True, help_text="Null for a warning.")
    reason = serializers.CharField()
