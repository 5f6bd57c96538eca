"""Reading what was sent: shape only. Whether it is allowed is the domain's to say.

What nobody reads is refused by name: most often it is a slip, and what was meant by it would silently not happen.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.serializers import ListField, Serializer
from rest_framework.settings import api_settings

Faults = dict[str, list[str]]


class Nothing(Serializer[Any]):
    """A body without fields; it must still be well formed."""


def body_of(
    request: Request, shape: type[Serializer[Any]] = Nothing, *, ignores_others: bool = False
) -> dict[str, Any]:
    """The body as the serializer reads it; raises ParseError, UnsupportedMediaType, ValidationError."""
    return _read_body(shape(data=request.data, context={"request": request}), ignores_others=ignores_others)


def changes_in(request: Request, shape: type[Serializer[Any]]) -> dict[str, Any]:
    """The fields that were sent of those that could be; raises as body_of."""
    return _read_body(shape(data=request.data, partial=True))


def query_of(request: Request, shape: type[Serializer[Any]]) -> dict[str, Any]:
    """The query parameters as the serializer reads them; raises ValidationError."""
    query = shape(data=request.query_params.dict(), context={"is_query": True})
    understand(request, query.fields)
    return _read(query)


def understand(request: Request, names: Iterable[str]) -> None:
    """Note that somebody reads query parameters of these names."""
    request._understood = {*getattr(request, "_understood", ()), *names}  # type: ignore[attr-defined]  # noqa: SLF001


def refuse_what_nobody_reads(request: Request) -> None:
    """Raises ValidationError for a query parameter that no part of the view has understood, most often a slip, and for
    one that is there twice: nobody could tell which one counts."""
    understood: set[str] = getattr(request, "_understood", set())
    faults = {name: [_("There is no such parameter here.")] for name in sorted(set(request.query_params) - understood)}
    if faults := faults | _twice(request.query_params, understood):
        raise ValidationError(faults)


def _read_body(serializer: Serializer[Any], *, ignores_others: bool = False) -> dict[str, Any]:
    """Of a form, only lists may come more than once; raises as _read."""
    sent, faults = serializer.initial_data, {}
    if isinstance(sent, QueryDict):
        single = [name for name, field in serializer.fields.items() if not isinstance(field, ListField)]
        unread = [] if ignores_others else [name for name in sent if not _has_field(serializer, name)]
        faults = {shown(name): [_("There is no such field here.")] for name in unread} | _twice(sent, single)
    elif not ignores_others:
        faults = _unread(serializer, sent)
    return _read(serializer, faults)


def _has_field(shape: Serializer[Any], name: str) -> bool:
    """Whether the shape reads a field of a form: `clock.system` is read by `clock`, `tokens[0]` by `tokens`."""
    first, _dot, rest = name.partition(".")
    field = shape.fields.get(first.partition("[")[0])
    if isinstance(field, Serializer):
        return _has_field(field, rest)
    return field is not None and not rest


def _unread(shape: Serializer[Any], sent: Any, place: str = "") -> Faults:
    """What to say of members that no field reads, however deep they are, and of what should be an object."""
    if not isinstance(sent, Mapping):
        return {place or api_settings.NON_FIELD_ERRORS_KEY: [_("This must be an object.")]}
    faults: Faults = {}
    for name, value in sent.items():
        field, inner = shape.fields.get(name), f"{place}.{shown(name)}" if place else shown(name)
        if field is None:
            faults[inner] = [_("There is no such field here.")]
        elif isinstance(field, Serializer) and value is not None:
            faults |= _unread(field, value, inner)
    return faults


def shown(text: str) -> str:
    """What somebody sent, as far as an answer can repeat it: JSON may name what is no character."""
    return text[:100].encode(errors="replace").decode()


def _twice(sent: QueryDict, names: Iterable[str]) -> Faults:
    """What to say of those among the names that were sent more than once; `clock.system` is part of `clock`."""
    single = set(names)
    found = [name for name, values in sent.lists() if len(values) > 1 and name.partition(".")[0] in single]
    return {name: [_("This is there more than once.")] for name in sorted(found)}


def _read(serializer: Serializer[Any], faults: Faults | None = None) -> dict[str, Any]:
    """Raises ValidationError with these faults and all others."""
    if not serializer.is_valid() or faults:
        raise ValidationError({**serializer.errors, **(faults or {})})
    data: dict[str, Any] = serializer.validated_data
    return data
