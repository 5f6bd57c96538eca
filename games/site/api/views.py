"""Health, the schema, its page, and the list of problems."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from drf_spectacular.renderers import OpenApiJsonRenderer2
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.core import pubsub
from kit import database_time
from kit.endpoints import Endpoint
from kit.problems import known_codes, problem_kind
from kit.schema import SchemaYamlRenderer, generated

UP_OR_DOWN = ["up", "down"]


class LiveSerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=["alive"])


class ReadySerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=["ready", "not_ready"])
    database = serializers.ChoiceField(choices=UP_OR_DOWN)
    redis = serializers.ChoiceField(
        choices=UP_OR_DOWN, help_text="If it is down, games go on, but some things are delayed."
    )
    clock = serializers.ChoiceField(
        choices=["right", "skewed", "unknown"],
        help_text="`skewed`: the clock of this process disagrees with that of the database. Moves are stored with "
        "the time of the database, and this process does not end games on time.",
    )


class HealthView(APIView):
    authentication_classes: Any = ()
    permission_classes: Any = ()
    throttle_classes: Any = ()


class LiveView(HealthView):
    @extend_schema(operation_id="get_live", summary="Whether the process is alive", responses=LiveSerializer)
    def get(self, request: Request) -> Response:
        """The process answers."""
        return Response({"status": "alive"})


class ReadyView(HealthView):
    @extend_schema(
        operation_id="get_ready",
        summary="Whether the process is ready",
        responses={200: ReadySerializer, 503: ReadySerializer},
    )
    def get(self, request: Request) -> Response:
        """The database answers; 503 if it does not."""
        clock, redis = _clock(), "up" if pubsub.is_reachable() else "down"
        if clock == "unknown":
            found = {"status": "not_ready", "database": "down", "redis": redis, "clock": clock}
            return Response(found, status=503)
        return Response({"status": "ready", "database": "up", "redis": redis, "clock": clock})


def _clock() -> str:
    """How the clock of this process compares with that of the database; `unknown` if it does not answer."""
    try:
        return "skewed" if database_time.is_skewed() else "right"
    except DatabaseError:
        return "unknown"


class IndexLinksSerializer(serializers.Serializer[Any]):
    schema = serializers.URLField(help_text="This API as OpenAPI 3.1.")
    docs = serializers.URLField(help_text="The same, to browse and try out.")
    guides = serializers.URLField(help_text="Guides for developers.")
    problems = serializers.URLField(help_text="All values of `code`.")
    health = serializers.URLField(help_text="Whether the server is ready.")


class IndexSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    version = serializers.CharField(help_text="The release that runs here.")
    links = IndexLinksSerializer()


class IndexView(Endpoint):
    required_scopes = {"GET": None}

    @extend_schema(operation_id="get_index", summary="This server", tags=["server"], responses=IndexSerializer)
    def get(self, request: Request) -> Response:
        """The server’s name and version, and links to its documentation."""
        pages = {"schema": "schema", "docs": "reference", "problems": "problems", "health": "ready"}
        links = {name: settings.SITE_URL + reverse(f"api:{page}") for name, page in pages.items()}
        links["guides"] = settings.SITE_URL + reverse("developers")
        name = settings.SPECTACULAR_SETTINGS["TITLE"]
        return Response({"name": name, "version": settings.VERSION, "links": links})


class CompactRenderer(OpenApiJsonRenderer2):
    """The schema of the site that `data` is."""

    def render(self, data: str, *_context: Any) -> bytes:
        return _written(JSONRenderer, data)


class YamlRenderer(SchemaYamlRenderer):
    """The same as YAML."""

    def render(self, data: str, *_context: Any) -> bytes:
        return _written(SchemaYamlRenderer, data)


@lru_cache(maxsize=8)
def _written(renderer: type[Any], site: str) -> bytes:
    """Once for each site: as YAML it takes seconds."""
    schema = {**generated(), "servers": [{"url": site, "description": "This server"}]}
    text: bytes = renderer().render(schema, renderer_context={})
    return text


@extend_schema(exclude=True)
@method_decorator(gzip_page, name="dispatch")
class SchemaView(Endpoint):
    """OpenAPI 3.1 as JSON or, by Accept, as YAML, with the address of the server."""

    required_scopes = {"GET": None}
    renderer_classes: Any = [CompactRenderer, YamlRenderer]

    def get(self, request: Request) -> Response:
        return Response(settings.SITE_URL, headers={"Cache-Control": "private, max-age=300"})


def reference(request: HttpRequest) -> HttpResponse:
    """The schema, to browse and to try out."""
    return render(request, "site/api/reference.html")


def problems(request: HttpRequest) -> HttpResponse:
    """Every code with its status and its meaning; a problem's `type` points here."""
    kinds = {code: problem_kind(code) for code in known_codes()}
    rows = [(code, kind.status, kind.text_with("…")) for code, kind in kinds.items()]
    return render(request, "site/api/problems.html", {"rows": rows})
