"""Payloads of the events of webhooks."""

from typing import Any

from rest_framework import serializers


class WebhookDisabledData(serializers.Serializer[Any]):
    webhook = serializers.IntegerField()
    url = serializers.CharField()
    description = serializers.CharField()
    reason = serializers.CharField(help_text="`failing` or `gone`.")


class PingData(serializers.Serializer[Any]):
    webhook = serializers.IntegerField()
