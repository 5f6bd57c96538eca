"""Reading what was sent: shape only. Whether it is allowed is the domain's to say."""

from typing import Any

from rest_framework.request import Request
from rest_framework.serializers import Serializer


class Nothing(Serializer[Any]):
    """A body without fields; it must still be well formed."""


def body_of(request: Request, shape: type[Serializer[Any]] = Nothing) -> dict[str, Any]:
    """The body as the serializer reads it; raises ParseError, UnsupportedMediaType, ValidationError."""
    return _read(shape(data=request.data, context={"request": request}))


def changes_in(request: Request, shape: type[Serializer[Any]]) -> dict[str, Any]:
    """The fields that were sent of those that could be; raises as body_of."""
    return _read(shape(data=request.data, partial=True))


def query_of(request: Request, shape: type[Serializer[Any]]) -> dict[str, Any]:
    """The query parameters as the serializer reads them; raises ValidationError."""
    return _read(shape(data=request.query_params.dict(), context={"is_query": True}))


def _read(serializer: Serializer[Any]) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data
