"""Reading requests: format only. Whether they are allowed is checked elsewhere.

Bodies that are too large or too deeply nested are refused early. Unknown fields and parameters are refused by name,
because they are usually mistakes that would go unnoticed.
"""

import json
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import parsers
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.request import Request
from rest_framework.serializers import ListField, Serializer
from rest_framework.settings import api_settings
from rest_framework.utils.serializer_helpers import BindingDict

LONGEST_BODY = 64 * 1024


class JSONParser(parsers.JSONParser):
    """JSON in UTF-8, as RFC 8259 requires, whatever charset the request declares."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            body = _bounded(stream, parser_context)
            return json.loads(body, parse_constant=_no_constant, object_pairs_hook=_once_each)
        except (ValueError, RecursionError) as error:
            raise ParseError(_fault(error)) from error


class FormParser(parsers.FormParser):
    """Forms, with the same limit."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return QueryDict(_bounded(stream, parser_context), encoding="utf-8")


def _bounded(stream: IO[Any], context: Mapping[str, Any] | None) -> bytes:
    """The body; a view may set `longest_body` to accept more."""
    longest = getattr((context or {}).get("view"), "longest_body", LONGEST_BODY)
    body: bytes = stream.read(longest + 1)
    if len(body) > longest:
        raise RequestDataTooBig
    return body


class TextParser(parsers.BaseParser):
    """A text in UTF-8, as the field `text`. Options are in the query."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, str]:
        try:
            return {"text": _bounded(stream, parser_context).decode("utf-8-sig")}
        except UnicodeDecodeError as error:
            raise ParseError(_fault(error)) from error


class _TwiceError(ValueError):
    """An object has two members with this name, so its meaning is ambiguous."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)


def _once_each(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object with these members; raises _TwiceError."""
    found: dict[str, Any] = {}
    for name, value in members:
        if name in found:
            raise _TwiceError(name)
        found[name] = value
    return found


def _fault(error: Exception) -> str:
    """The error message. Python's own messages are not translated and mean little to callers."""
    if isinstance(error, _TwiceError):
        return _("The body contains “%(name)s” twice in one object.") % {"name": printable(error.name)}
    if isinstance(error, json.JSONDecodeError):
        place = {"line": error.lineno, "column": error.colno}
        return _("The body is not well-formed JSON: see line %(line)s, column %(column)s.") % place
    if isinstance(error, UnicodeDecodeError):
        return _("The body is not text in UTF-8.")
    return _("This JSON cannot be read: a number is invalid or too long, or the nesting is too deep.")


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not allowed")


Faults = dict[str, list[str]]


@contextmanager
def faults_of(field: str) -> Iterator[None]:
    """Raise the ValidationError of Django that is raised within as one of this field."""
    try:
        yield
    except DjangoValidationError as error:
        raise ValidationError({field: error.messages}) from error


class Nothing(Serializer[Any]):
    """A body without fields; it must still be well formed."""


def body_of(
    request: Request, serializer_class: type[Serializer[Any]] = Nothing, *, ignores_others: bool = False
) -> dict[str, Any]:
    """The validated body; raises ParseError, UnsupportedMediaType, ValidationError."""
    return _read_body(
        _made(serializer_class, data=request.data, context={"request": request}), ignores_others=ignores_others
    )


def changes_in(request: Request, serializer_class: type[Serializer[Any]]) -> dict[str, Any]:
    """The validated fields that were sent; all are optional. Raises as body_of."""
    return _read_body(_made(serializer_class, data=request.data, partial=True))


def query_of(request: Request, serializer_class: type[Serializer[Any]]) -> dict[str, Any]:
    """The validated query parameters; raises ValidationError."""
    query = _made(serializer_class, data=request.query_params.dict(), context={"is_query": True})
    allow_parameters(request, query.fields)
    return _read(query)


def allow_parameters(request: Request, names: Iterable[str]) -> None:
    """Record that the view knows query parameters with these names."""
    request._understood = {*getattr(request, "_understood", ()), *names}  # type: ignore[attr-defined]  # noqa: SLF001


def refuse_unknown_parameters(request: Request) -> None:
    """Raises ValidationError for query parameters that the view does not know, and for repeated ones."""
    understood: set[str] = getattr(request, "_understood", set())
    faults = {name: [_("Unknown parameter.")] for name in sorted(set(request.query_params) - understood)}
    if faults := faults | _twice(request.query_params, understood):
        raise ValidationError(faults)


class _Kept(threading.local):
    """The fields of the serializers that this thread has made, by class."""

    def __init__(self) -> None:
        self.fields: dict[type[Serializer[Any]], BindingDict] = {}


_kept = _Kept()


def _made(serializer_class: type[Serializer[Any]], **options: Any) -> Serializer[Any]:
    """A new serializer with the fields of the one before it: DRF copies them for each, which takes longer than to
    validate with them."""
    serializer = serializer_class(**options)
    if (fields := _kept.fields.get(serializer_class)) is None:
        fields = _kept.fields[serializer_class] = serializer.fields
    for field in fields.values():
        field.parent = serializer
    vars(serializer)["fields"] = fields
    return serializer


def _read_body(serializer: Serializer[Any], *, ignores_others: bool = False) -> dict[str, Any]:
    """Read the body. Only lists of a form may be repeated; raises as _read."""
    sent, faults = serializer.initial_data, {}
    if isinstance(sent, QueryDict):
        single = [name for name, field in serializer.fields.items() if not isinstance(field, ListField)]
        unread = [] if ignores_others else [name for name in sent if not _has_field(serializer, name)]
        faults = {printable(name): [_("Unknown field.")] for name in unread} | _twice(sent, single)
    elif not ignores_others:
        faults = _unread(serializer, sent)
    return _read(serializer, faults)


def _has_field(serializer: Serializer[Any], name: str) -> bool:
    """Whether the serializer reads a form field: `clock.system` is read by `clock`, `tokens[0]` by `tokens`."""
    first, _dot, rest = name.partition(".")
    field = serializer.fields.get(first.partition("[")[0])
    if isinstance(field, Serializer):
        return _has_field(field, rest)
    return field is not None and not rest


def _unread(serializer: Serializer[Any], sent: Any, place: str = "") -> Faults:
    """Errors for nested members that no field reads, and for values that should be objects."""
    if not isinstance(sent, Mapping):
        return {place or api_settings.NON_FIELD_ERRORS_KEY: [_("This must be an object.")]}
    faults: Faults = {}
    for name, value in sent.items():
        field, inner = serializer.fields.get(name), f"{place}.{printable(name)}" if place else printable(name)
        if field is None:
            faults[inner] = [_("Unknown field.")]
        elif isinstance(field, Serializer) and value is not None:
            faults |= _unread(field, value, inner)
    return faults


def printable(text: str) -> str:
    """The text as far as a response can repeat it. JSON can contain escapes that are not characters."""
    return text[:100].encode(errors="replace").decode()


def _twice(sent: QueryDict, names: Iterable[str]) -> Faults:
    """Errors for names that were sent more than once; `clock.system` is part of `clock`."""
    single = set(names)
    found = [name for name, values in sent.lists() if len(values) > 1 and name.partition(".")[0] in single]
    return {name: [_("This appears more than once.")] for name in sorted(found)}


def _read(serializer: Serializer[Any], faults: Faults | None = None) -> dict[str, Any]:
    """Validate; raises ValidationError with the given errors and all others."""
    try:
        if not serializer.is_valid() or faults:
            raise ValidationError({**serializer.errors, **(faults or {})})
    finally:
        # Fields are kept; what was sent is not.
        for field in serializer.fields.values():
            field.parent = None  # type: ignore[assignment]  # DRF begins with it
    data: dict[str, Any] = serializer.validated_data
    return data
