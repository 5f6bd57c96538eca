"""Parsers with limits: bodies that are too large or too deeply nested are refused early."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import parsers
from rest_framework.exceptions import ParseError

from accounts.api.requests import printable

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


class RecordParser(parsers.BaseParser):
    """Records as in a file, in UTF-8. Options are in the query."""

    media_type = "application/x-muehle-pgn"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, str]:
        try:
            return {"text": _bounded(stream, parser_context).decode("utf-8-sig")}
        except UnicodeDecodeError as error:
            raise ParseError(_fault(error)) from error


class PlainTextParser(RecordParser):
    """The same as text/plain, for programs that do not know the media type."""

    media_type = "text/plain"


class JsonLinesParser(RecordParser):
    """Records in lines of JSON, as downloads have them."""

    media_type = "application/x-ndjson"


def _bounded(stream: IO[Any], context: Mapping[str, Any] | None) -> bytes:
    """The body; a view may set `longest_body` to accept more."""
    longest = getattr((context or {}).get("view"), "longest_body", LONGEST_BODY)
    body: bytes = stream.read(longest + 1)
    if len(body) > longest:
        raise RequestDataTooBig
    return body


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
