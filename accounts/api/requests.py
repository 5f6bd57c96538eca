"""Reading what was sent: shape only. Whether it is allowed is the domain's to say."""

from collections.abc import Iterable
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.serializers import ListField, Serializer


class Nothing(Serializer[Any]):
    """A body without fields; it must still be well formed."""


def body_of(request: Request, shape: type[Serializer[Any]] = Nothing) -> dict[str, Any]:
    """The body as the serializer reads it; raises ParseError, UnsupportedMediaType, ValidationError."""
    return _read_body(shape(data=request.data, context={"request": request}))


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


def _read_body(serializer: Serializer[Any]) -> dict[str, Any]:
    """Of a form, only lists may come more than once; raises as _read."""
    if isinstance(serializer.initial_data, QueryDict):
        single = [name for name, field in serializer.fields.items() if not isinstance(field, ListField)]
        if faults := _twice(serializer.initial_data, single):
            raise ValidationError(faults)
    return _read(serializer)


def _twice(sent: QueryDict, names: Iterable[str]) -> dict[str, list[str]]:
    """What to say of those among the names that were sent more than once; `clock.system` is part of `clock`."""
    single = set(names)
    found = [name for name, values in sent.lists() if len(values) > 1 and name.partition(".")[0] in single]
    return {name: [_("This is there more than once.")] for name in sorted(found)}


def _read(serializer: Serializer[Any]) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data
