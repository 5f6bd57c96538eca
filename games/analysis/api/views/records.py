"""A user's own records: import, list, read, change, delete, download."""

from typing import Any

from django.db.models import Q
from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.analysis import records
from games.analysis.api.parsers import JsonLinesParser, PlainTextParser, RecordParser
from games.analysis.api.renderers import FORM, NdjsonRenderer, PgnRenderer, RecordNegotiation
from games.analysis.api.serializers.records import (
    ImportInput,
    ImportOptions,
    RecordNotes,
    RecordQuery,
    RecordSerializer,
    RecordsQuery,
    RecordSummarySerializer,
    StoredRecordsSerializer,
)
from games.analysis.exports.texts import ExportFormat
from games.analysis.scopes import RECORD_READ, RECORD_WRITE
from games.core.api.callers import caller
from kit.downloads import download
from kit.endpoints import Endpoint
from kit.pagination import CursorPagination, page_answer
from kit.requests import (
    FormParser,
    JSONParser,
    allow_parameters,
    body_of,
    changes_in,
    query_of,
    refuse_unknown_parameters,
)
from muehle import Notation

TEXT = {"type": "string", "minLength": 1, "maxLength": records.LONGEST_TEXT}


class RecordsView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": RECORD_READ, "POST": RECORD_WRITE}
    location = "records/"
    refusals = {"POST": (records.import_records,)}
    parser_classes: Any = [JSONParser, FormParser, RecordParser, JsonLinesParser, PlainTextParser]
    longest_body = 512 * 1024

    # An import plays out hundreds of games.
    throttle_costs = {"POST": 5}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """If the body is a record, options are in the query, also for POST."""
        if request.method == "POST":
            allow_parameters(request, ImportOptions().fields)
        super().initial(request, *args, **kwargs)

    @extend_schema(
        operation_id="list_records",
        summary="My records",
        parameters=[RecordsQuery],
        responses=RecordSummarySerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The records that you have imported, newest first. Nobody else can see them."""
        wanted = query_of(request, RecordsQuery)
        rows = records.records_of(caller(request))
        rows = rows.filter(**{name: wanted[name] for name in ("rules", "result") if name in wanted})
        if player := wanted.get("player"):
            rows = rows.filter(Q(white__iexact=player) | Q(black__iexact=player))
        return page_answer(request, rows, lambda page: [records.record_summary(row) for row in page])

    @extend_schema(
        operation_id="import_records",
        summary="Import records",
        parameters=[ImportOptions],
        request={
            JSONParser.media_type: ImportInput,
            FormParser.media_type: ImportInput,
            RecordParser.media_type: TEXT,
            JsonLinesParser.media_type: TEXT,
            PlainTextParser.media_type: TEXT,
        },
        responses={201: StoredRecordsSerializer, 200: StoredRecordsSerializer},
    )
    def post(self, request: Request) -> Response:
        """Import the games of a text, in any supported notation or as lines of JSON: all of them or none. Errors name
        the game, the line and the half-move. With `dry_run`, nothing is stored, and 200 means that all games can be
        imported. The body may be the text itself; the options are then in the query."""
        wanted = _wanted(request)
        notation = Notation(wanted["notation"]) if wanted["notation"] else None
        reading = {"rules": wanted["rules"], "notation": notation}
        if wanted["dry_run"]:
            read = records.read_records(wanted["text"], **reading)
        else:
            read = records.import_records(caller(request), wanted["text"], **reading)
        data = [records.record_summary(record) for record in read]
        return Response({"results": data}, status=200 if wanted["dry_run"] else 201)


def _wanted(request: Request) -> dict[str, Any]:
    """The text and the options of an import; the body takes precedence over the query."""
    body = body_of(request, ImportInput)
    said = {name: value for name, value in query_of(request, ImportOptions).items() if name in request.query_params}
    return body | {name: value for name, value in said.items() if name not in request.data}


class OwnRecordNegotiation(RecordNegotiation):
    forms = ("json", ExportFormat.PGN.value)


class OwnRecordView(Endpoint):
    required_scopes = {"GET": RECORD_READ, "PATCH": RECORD_WRITE, "DELETE": RECORD_WRITE}
    refusals = {"PATCH": (records.describe_record,)}
    renderer_classes: Any = [JSONRenderer, PgnRenderer]
    content_negotiation_class = OwnRecordNegotiation

    def get_renderers(self) -> list[BaseRenderer]:
        """A GET can return the record as text; responses to changes are JSON."""
        renderers: list[BaseRenderer] = super().get_renderers()
        return renderers if self.request.method in SAFE_METHODS else [JSONRenderer()]

    @extend_schema(
        operation_id="get_own_record",
        summary="One of my records",
        parameters=[
            OpenApiParameter("form", str, enum=OwnRecordNegotiation.forms, description="Overrides Accept."),
            RecordQuery,
        ],
        responses={
            (200, JSONRenderer.media_type): RecordSerializer,
            (200, PgnRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, description="The record."),
        },
    )
    def get(self, request: Request, number: int) -> Response:
        """The record as JSON, or as PGN-like text (`application/x-muehle-pgn`), which can be imported again."""
        notation = Notation(query_of(request, RecordQuery)["notation"])
        record = records.record_for(caller(request).pk, number)
        if request.accepted_renderer.format == ExportFormat.PGN.value:
            name = {"Content-Disposition": f'attachment; filename="record-{number}.pgn"'}
            return Response(records.record_text(record, notation), headers=name)
        return Response(records.record_data(record))

    @extend_schema(
        operation_id="describe_record",
        summary="Change title and note of a record",
        request=RecordNotes,
        responses=RecordSerializer,
    )
    def patch(self, request: Request, number: int) -> Response:
        """Change the title, the note, or both."""
        texts = changes_in(request, RecordNotes)
        return Response(records.record_data(records.describe_record(caller(request), number, **texts)))

    @extend_schema(operation_id="delete_record", summary="Delete a record", responses={204: None})
    def delete(self, request: Request, number: int) -> Response:
        """Delete the record permanently."""
        records.delete_record(caller(request), number)
        return Response(status=204)


class RecordsExportView(Endpoint):
    required_scopes = {"GET": RECORD_READ}
    refusals = {"GET": (download,)}
    renderer_classes: Any = [PgnRenderer, NdjsonRenderer]
    content_negotiation_class = RecordNegotiation
    throttle_cost = 20
    has_tag = False

    @extend_schema(
        operation_id="export_records",
        summary="Download my records",
        parameters=[FORM, RecordQuery],
        responses={
            (200, PgnRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, description="One record for each game."),
            (200, NdjsonRenderer.media_type): OpenApiResponse(
                OpenApiTypes.STR, description="One line of JSON for each record."
            ),
        },
    )
    def get(self, request: Request) -> HttpResponseBase:
        """All your records, oldest first, streamed: PGN-like text that can be imported again, or lines of JSON."""
        notation = Notation(query_of(request, RecordQuery)["notation"])
        # Before a slot is taken.
        refuse_unknown_parameters(request)
        form = ExportFormat(request.accepted_renderer.format)
        pieces = records.record_pieces(caller(request), form=form, notation=notation)
        headers = {
            "Content-Type": f"application/x-{'ndjson' if form is ExportFormat.NDJSON else 'muehle-pgn'}; charset=utf-8",
            "Content-Disposition": f'attachment; filename="muehle-records.{form}"',
        }
        return download(pieces, request=request, headers=headers)
