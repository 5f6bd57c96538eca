"""Reports as JSON."""

from typing import Any

from rest_framework import serializers

from games.reports.models import Report
from kit.fields import ChoiceField, NumberField, TextField

LARGEST = 2**63 - 1


class ReportSerializer(serializers.Serializer[Any]):
    """A report that you have made."""

    id = serializers.IntegerField()
    subject = serializers.ChoiceField(choices=Report.Subject.choices)
    number = serializers.IntegerField(
        allow_null=True,
        help_text="The `id` of the message or post, or the `number` of the game or challenge; null for a profile.",
    )
    against = serializers.CharField(help_text="Whom it is about.")
    text = serializers.CharField()
    reported_at = serializers.DateTimeField()
    handled = serializers.BooleanField(help_text="An arbiter has looked at it.")


class ReportInput(serializers.Serializer[Any]):
    subject = ChoiceField(choices=Report.Subject.choices)
    number = NumberField(
        min_value=1,
        max_value=LARGEST,
        required=False,
        help_text="The `id` of the message or post, or the `number` of the game or challenge; none for a profile.",
    )
    against = TextField(
        max_length=150, required=False, help_text="Whom it is about, for a note, a profile or a game as a whole."
    )
    text = TextField(max_length=Report.LONGEST, help_text="What is wrong.")
