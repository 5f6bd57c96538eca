"""Renderers of records, and the choice of one by Accept or by a query parameter."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.analysis.exports.texts import ExportFormat
from kit.requests import allow_parameters


class RecordRenderer(BaseRenderer):
    """Renders text that is ready."""

    charset = "utf-8"

    def render(self, data: Any, *_context: object) -> bytes:
        return str(data).encode()


class PgnRenderer(RecordRenderer):
    media_type = "application/x-muehle-pgn"
    format = ExportFormat.PGN.value


class NdjsonRenderer(RecordRenderer):
    media_type = "application/x-ndjson"
    format = ExportFormat.NDJSON.value


class RecordNegotiation(DefaultContentNegotiation):
    """By Accept, or by ?form= for clients that can only set the URL."""

    forms: ClassVar[tuple[str, ...]] = (PgnRenderer.format, NdjsonRenderer.format)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        allow_parameters(request, ["form"])
        form = request.query_params.get("form")
        if form is None:
            chosen: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
            return chosen
        known = {renderer.format: renderer for renderer in renderers}
        if form not in known:
            raise ValidationError({"form": [_("Choose one of these: %(forms)s.") % {"forms": ", ".join(known)}]})
        return known[form], known[form].media_type


FORM = OpenApiParameter("form", str, enum=RecordNegotiation.forms, description="Overrides Accept.")
