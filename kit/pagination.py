"""Pagination by an opaque cursor: rows are not counted, none is repeated, and new rows do not shift pages."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import exceptions as refusals
from rest_framework import pagination, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from kit.fields import NumberField, TextField
from kit.requests import query_of

Data = dict[str, Any]

PAGE, LONGEST_PAGE = 25, 100


class PageQuery(serializers.Serializer[Any]):
    page_size = NumberField(min_value=1, max_value=LONGEST_PAGE, default=PAGE)
    cursor = TextField(required=False, allow_blank=True)


class CursorPagination(pagination.CursorPagination):
    """`?page_size=` up to 100; `?cursor=` as in `next` and `previous`. The order is the queryset's own."""

    page_size_query_param = "page_size"

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        try:
            return super().paginate_queryset(queryset, request, view)
        except (refusals.NotFound, ValidationError, ValueError) as error:
            # An invalid cursor. It may even decode, but not to a date or a number.
            fault = _("This is not a cursor; use next and previous exactly as they are.")
            raise refusals.ValidationError({"cursor": [fault]}) from error

    def get_page_size(self, request: Request) -> int:
        wanted = query_of(request, PageQuery)["page_size"]
        return int(wanted)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        cursor, size = super().get_schema_operation_parameters(view)
        bounds = {"minimum": 1, "maximum": LONGEST_PAGE, "default": PAGE}
        return [cursor, {**size, "schema": {"type": "integer", **bounds}}]

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        ordering = queryset.query.order_by or queryset.model._meta.ordering or ()  # noqa: SLF001  (Django's public name)
        return tuple(str(name) for name in ordering)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri"}
        properties = {"results": schema, "next": link, "previous": link}
        return {"type": "object", "required": list(properties), "properties": properties}


def whole_answer(results: list[Data]) -> Response:
    """A short list in the format of a single page."""
    return Response({"results": results, "next": None, "previous": None})


def page_answer(request: Request, rows: QuerySet[Any], data_of: Callable[[list[Any]], list[Data]]) -> Response:
    """A page of the rows in their own order, as plain data."""
    paginator = CursorPagination()
    page = paginator.paginate_queryset(rows, request) or []
    return paginator.get_paginated_response(data_of(page))
