"""Pages of lists by an opaque cursor: nothing is counted, nothing is seen twice, and new rows do not shift a page."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from rest_framework import pagination
from rest_framework.exceptions import NotFound
from rest_framework.request import Request


class CursorPagination(pagination.CursorPagination):
    """`?page_size=` up to 100, `?cursor=` as found in `next` and `previous`. The order is the queryset's own."""

    page_size = 25
    page_size_query_param = "page_size"
    max_page_size = 100

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValidationError, ValueError) as error:
            # A cursor that somebody made up: it decodes, but not to a date or a number.
            raise NotFound(self.invalid_cursor_message) from error

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        ordering = queryset.query.order_by or queryset.model._meta.ordering or ()  # noqa: SLF001  (Django's public name)
        return tuple(str(name) for name in ordering)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri"}
        properties = {"results": schema, "next": link, "previous": link}
        return {"type": "object", "required": list(properties), "properties": properties}
