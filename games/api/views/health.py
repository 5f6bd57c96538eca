"""Whether this process is alive, and whether it can do its work. For launchers, balancers and people on call."""

from typing import Any

from django.db import DatabaseError, connection
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import pubsub

UP_OR_DOWN = ["up", "down"]


class LiveSerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=["alive"])


class ReadySerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=["ready", "not_ready"])
    database = serializers.ChoiceField(choices=UP_OR_DOWN)
    redis = serializers.ChoiceField(choices=UP_OR_DOWN, help_text="Down, it only delays: games go on without it.")


class HealthView(APIView):
    authentication_classes: Any = ()
    permission_classes: Any = ()
    throttle_classes: Any = ()


class LiveView(HealthView):
    @extend_schema(operation_id="get_live", summary="Alive?", responses=LiveSerializer)
    def get(self, request: Request) -> Response:
        """The process answers."""
        return Response({"status": "alive"})


class ReadyView(HealthView):
    @extend_schema(operation_id="get_ready", summary="Ready?", responses={200: ReadySerializer, 503: ReadySerializer})
    def get(self, request: Request) -> Response:
        """The database answers; 503 if it does not."""
        database, redis = _database_answers(), pubsub.is_reachable()
        words = {True: "up", False: "down"}
        found = {"status": "ready" if database else "not_ready", "database": words[database], "redis": words[redis]}
        return Response(found, status=200 if database else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True
