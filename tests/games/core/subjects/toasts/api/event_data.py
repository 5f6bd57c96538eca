"""Payloads of the events of toasts."""

from typing import Any

from rest_framework import serializers


class ToastGivenData(serializers.Serializer[Any]):
    toast = serializers.IntegerField()
    text = serializers.CharField()
