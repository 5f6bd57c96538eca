"""How records are asked for."""

from typing import Any

from rest_framework import serializers

from games.engine import Notation


class RecordQuery(serializers.Serializer[Any]):
    notation = serializers.ChoiceField(
        choices=[notation.value for notation in Notation],
        default=Notation.PGN.value,
        help_text="How PGN-like text writes a half-move: d6-f6xa1, 5-6x22, or d6-f6 xa1.",
    )
