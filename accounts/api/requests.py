"""Reading requests: format only. Whether they are allowed is checked elsewhere.

Unknown fields and parameters are refused by name, because they are usually mistakes that would go unnoticed.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.serializers import ListField, Serializer
from rest_framework.settings import api_settings
from rest_framework.utils.serializer_helpers import BindingDict

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
