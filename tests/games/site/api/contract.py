"""Holds every answer of the API against the schema: status, media type, and the shape down to the last member."""

import copy
import json
import re
from datetime import datetime
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

from kit.problems import MEDIA_TYPE
from kit.schema import generated

Schema = dict[str, Any]
FORMATS = FormatChecker(())
KNOWN_HEADERS = (
    *("RateLimit", "RateLimit-Policy", "Retry-After", "ETag"),
    *("Idempotent-Replayed", "WWW-Authenticate", "Accept", "Link", "Location"),
)
NOT_IN_THE_SCHEMA = ("/api/v1/schema/", "/api/v1/docs/", "/api/v1/problems/")


@FORMATS.checks("date-time", raises=ValueError)
def _is_utc(text: object) -> bool:
    """Every time in the API is RFC 3339 in UTC, with a Z."""
    return not isinstance(text, str) or (text.endswith("Z") and datetime.fromisoformat(text).tzinfo is not None)


def check(method: str, response: Any) -> None:
    """Raise AssertionError or ValidationError unless the schema knows this answer to the method and address."""
    path = path_of(response)
    if path in NOT_IN_THE_SCHEMA:
        return
    operation = _strict_schema()["paths"].get(path, {}).get(method.lower())
    media_type = response.headers.get("Content-Type", "").partition(";")[0]
    if operation is None:
        assert response.status_code in (404, 405), f"{method} {path} is not in the schema: {response.status_code}"
        assert media_type == MEDIA_TYPE
        _validate(response, {"$ref": "#/components/schemas/Problem"})
        return
    assert str(response.status_code) in operation["responses"], (
        f"{method} {path} is not known to answer {response.status_code}: {response.content!r}"
    )
    described = resolved(operation["responses"][str(response.status_code)])
    _check_headers(response, described.get("headers", {}))
    if "content" not in described:
        assert response.content == b""
        return
    assert media_type in described["content"], f"{method} {path} is not known to answer {media_type}"
    if media_type in ("application/json", MEDIA_TYPE):
        _validate(response, described["content"][media_type]["schema"])
    if media_type == MEDIA_TYPE:
        code = response.json()["code"]
        assert f"`{code}`" in described["description"], f"{method} {path} is not known to answer {code}"


def _check_headers(response: Any, described: Schema) -> None:
    """Those that the schema promises are there, and those that it knows where no others are."""
    for name, reference in described.items():
        header, value = resolved(reference), response.headers.get(name)
        assert value is not None or not header["required"], f"{name} is missing"
        assert value is None or re.search(header["schema"].get("pattern", ""), value), f"{name}: {value}"
    assert [name for name in KNOWN_HEADERS if name in response.headers and name not in described] == []


def resolved(part: Schema) -> Schema:
    """The part of the schema itself, or the component that it refers to."""
    if "$ref" not in part:
        return part
    kind, name = part["$ref"].split("/")[-2:]
    component: Schema = generated()["components"][kind][name]
    return component


def path_of(response: Any) -> str:
    """The address as the schema writes it: /api/v1/games/{number}/."""
    route: str = response.resolver_match.route
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)


def _validate(response: Any, schema: Schema) -> None:
    _validator(json.dumps(schema)).validate(response.json())


@cache
def _validator(schema: str) -> Draft202012Validator:
    whole = {"components": _strict_schema()["components"], **json.loads(schema)}
    return Draft202012Validator(whole, format_checker=FORMATS)


@cache
def _strict_schema() -> Schema:
    """The schema with every object closed, so that a member that nobody described is found too."""
    schema = copy.deepcopy(generated())
    for component in schema["components"]["schemas"].values():
        if "properties" in component:
            component["additionalProperties"] = False
    return schema
