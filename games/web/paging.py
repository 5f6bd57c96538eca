"""Pages of a list by a cursor: rows are not counted, and new ones do not shift what is on a page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.db.models import QuerySet
from django.http import HttpRequest
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from games.api.pagination import CursorPagination


@dataclass(frozen=True)
class Page:
    """Some rows of a list, and the cursors of the pages before and after them; empty where there is none."""

    rows: list[Any]
    newer: str
    older: str

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rows)


class _Paginator(CursorPagination):
    def __init__(self, size: int) -> None:
        self.size = size

    def get_page_size(self, request: Request) -> int:
        return self.size


def page_of(rows: QuerySet[Any], request: HttpRequest, *, size: int) -> Page:
    """The page that `?cursor=` names, of rows in their own order; the first one for a cursor that is none."""
    paginator = _Paginator(size)
    try:
        found = paginator.paginate_queryset(rows, Request(request))
    except ValidationError:
        bare = HttpRequest()
        bare.META = request.META | {"QUERY_STRING": ""}
        found = paginator.paginate_queryset(rows, Request(bare))
    return Page(found or [], _cursor(paginator.get_previous_link()), _cursor(paginator.get_next_link()))


def _cursor(link: str | None) -> str:
    return parse_qs(urlsplit(link).query)["cursor"][0] if link else ""
