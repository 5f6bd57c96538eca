"""The list of dumps."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.dumps.api.serializers import DumpSerializer
from games.dumps.models import Dump
from games.dumps.presenters import dumps_data
from kit.endpoints import Endpoint
from kit.pagination import CursorPagination, page_answer


class DumpsView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": None}

    @extend_schema(operation_id="list_dumps", summary="Dumps of rated games", responses=DumpSerializer(many=True))
    def get(self, request: Request) -> Response:
        """All rated games as files: two for each month, the last month first. A file has the games that ended in its
        month, except annulled ones. It is at `url`, and needs no token. Where `sha256` is another one than before, a
        game counts no more, or a player has left."""
        return page_answer(request, Dump.objects.made(), dumps_data)
