"""What the API says of itself: the schema, a page to browse it, and the list of problems."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.renderers import OpenApiJsonRenderer2, OpenApiYamlRenderer2
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.errors import MEANINGS, STATUSES
from games.api.schema import generated

# What a refusal's text leaves open for its figures.
FIGURE = re.compile(r"%\(\w+\)s")


@extend_schema(exclude=True)
class SchemaView(APIView):
    """OpenAPI 3.1 as JSON or, by Accept, as YAML."""

    required_scopes = {"GET": None}
    renderer_classes: Any = [OpenApiJsonRenderer2, OpenApiYamlRenderer2]

    def get(self, request: Request) -> Response:
        return Response(generated())


def reference(request: HttpRequest) -> HttpResponse:
    """The schema, to browse and to try out."""
    return render(request, "games/api/reference.html")


def problems(request: HttpRequest) -> HttpResponse:
    """Every code with its status and its meaning; a problem's `type` points here."""
    rows = [(code, STATUSES[code], FIGURE.sub("…", str(MEANINGS[code]))) for code in sorted(STATUSES)]
    return render(request, "games/api/problems.html", {"rows": rows})
