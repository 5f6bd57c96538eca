"""The base of pages: errors of actions shown to readers, lists in pages, form fields."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from kit.errors import NotFound, Refusal
from kit.pagination import CursorPagination

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FormError:
    """The form is invalid or was refused; `status` is that of the page that shows it again."""

    status: int


def get_or_404(read: Callable[[], T]) -> T:
    """Return what `read` returns; raises Http404 for what does not exist or is not visible to the viewer."""
    try:
        return read()
    except NotFound as refusal:
        raise Http404(str(refusal)) from refusal


def run_or_message(request: HttpRequest, action: Callable[[], T]) -> T | None:
    """Return what `action` returns; if it is refused, add an error message and return None. Raises Http404."""
    try:
        return get_or_404(action)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return None


def run_or_form_error(form: forms.BaseForm, action: Callable[[], T]) -> T | FormError:
    """Return what `action` returns; if the form is invalid or the action is refused, add the error to the form."""
    if not form.is_valid():
        return FormError(422)
    try:
        return action()
    except Refusal as refusal:
        form.add_error(None, refusal.message)
        return FormError(refusal.status)


@dataclass(frozen=True)
class Page:
    """Some rows of a list, and the cursors of the pages before and after them; empty where there is none.

    Rows are not counted, and new ones do not shift what is on a page.
    """

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


class MultilineField(forms.CharField):
    """A text whose length counts as in browsers: a line break is one character, though two are sent."""

    def to_python(self, value: object) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")
