"""Checkpoints in the API."""

from typing import Any

from rest_framework import serializers

from games.audit.checkpoints import signed_text
from games.audit.models import Checkpoint
from games.core.presenters import Data, rfc3339


class CheckpointSerializer(serializers.Serializer[Any]):
    site = serializers.CharField(help_text="The address of the server.")
    rows = serializers.IntegerField(help_text="How many rows the audit log had.")
    seal = serializers.CharField(help_text="The seal of the last row.")
    made_at = serializers.DateTimeField()
    text = serializers.CharField(help_text="The text that is signed.")
    key = serializers.CharField(help_text="The public key (Ed25519), in hexadecimal.")
    signature = serializers.CharField(help_text="The signature of the text, in hexadecimal.")


def checkpoint_data(made: Checkpoint) -> Data:
    return {
        "site": made.site,
        "rows": made.rows,
        "seal": made.seal,
        "made_at": rfc3339(made.made_at),
        "text": signed_text(made),
        "key": made.key,
        "signature": made.signature,
    }
