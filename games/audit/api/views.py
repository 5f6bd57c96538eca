"""The audit log for everybody: checkpoints, and the hashes of its rows."""

from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.audit.api.renderers import NdjsonRenderer
from games.audit.api.serializers import CheckpointSerializer, checkpoint_data
from games.audit.models import Checkpoint
from games.disputes import audit_log
from kit.downloads import download
from kit.endpoints import Endpoint
from kit.json_lines import compact_line
from kit.pagination import CursorPagination, page_answer
from kit.requests import refuse_unknown_parameters


class CheckpointsView(Endpoint):
    required_scopes = {"GET": None}
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="list_audit_checkpoints",
        summary="Checkpoints of the audit log",
        responses=CheckpointSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Signed statements about the audit log, newest first: how many rows it had, and the seal of the last one."""
        return page_answer(request, Checkpoint.objects.all(), lambda page: [checkpoint_data(each) for each in page])


class AuditRowsView(Endpoint):
    required_scopes = {"GET": None}
    renderer_classes: Any = [NdjsonRenderer]
    refusals = {"GET": (download,)}
    throttle_cost = 20
    has_tag = False

    @extend_schema(
        operation_id="export_audit_rows",
        summary="Download the audit log as hashes",
        responses={
            (200, NdjsonRenderer.media_type): OpenApiResponse(
                OpenApiTypes.STR, description="One line of JSON for each row: `number`, `content`, `seal`."
            )
        },
    )
    def get(self, request: Request) -> HttpResponseBase:
        """All rows of the audit log, streamed as lines of JSON: `number`, `content` (the hash of what the row says) and
        `seal` (SHA-256, in hexadecimal, of the previous seal, a line feed and `content`; for the first row, the
        previous seal is 64 zeros). `content` is empty in rows of an older format, which come before all others."""
        refuse_unknown_parameters(request)
        pieces = (f"{compact_line(row)}\n".encode() for row in audit_log.public_rows())
        headers = {
            "Content-Type": NdjsonRenderer.media_type,
            "Content-Disposition": 'attachment; filename="audit.ndjson"',
        }
        return download(pieces, request=request, headers=headers)
