"""What hooks of drf-spectacular do with the whole schema, after its operations (schema.py) are made.

Request bodies have no additional members, and forms send lists as repeated fields. Responses have their headers. Parts
that occur in several operations are moved to `components` and referenced.
"""

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder

from kit.problems import MEDIA_TYPE

Schema = dict[str, Any]

REFERENCE = re.compile(r'"#/components/schemas/(\w+)"')
FORM = "application/x-www-form-urlencoded"
# RFC 6749 lets apps send additional parameters.
OPEN = "/api/v1/oauth/"


def describe_bodies(result: Schema, **_parts: Any) -> Schema:
    """A hook of drf-spectacular."""
    _close_bodies(result)
    _say_how_forms_send_lists(result)
    return result


def _close_bodies(result: Schema) -> None:
    """Forbid additional members in request bodies."""
    components: Schema = result["components"]["schemas"]
    operations = [each for path, item in result["paths"].items() if not path.startswith(OPEN) for each in item.values()]
    waiting = [operation.get("requestBody", {}) for operation in operations]
    while waiting:
        for name in REFERENCE.findall(json.dumps(waiting.pop())):
            if "additionalProperties" not in components[name] and "properties" in components[name]:
                components[name]["additionalProperties"] = False
                waiting.append(components[name])


def _say_how_forms_send_lists(result: Schema) -> None:
    """In forms, allow a single member in place of a list."""
    components: Schema = result["components"]["schemas"]
    for content in _forms(result):
        name = content["schema"].get("$ref", "").rpartition("/")[2]
        if name in components and any(_is_list(part) for part in components[name]["properties"].values()):
            content["schema"] = _as_form(components[name])


def _forms(result: Schema) -> Iterator[Schema]:
    for item in result["paths"].values():
        for operation in item.values():
            content = operation.get("requestBody", {}).get("content", {})
            if FORM in content:
                yield content[FORM]


def _as_form(component: Schema) -> Schema:
    form = copy.deepcopy(component)
    for name, part in form["properties"].items():
        if _is_list(part):
            form["properties"][name] = {"anyOf": [part, part["items"]]}
    return form


def _is_list(part: Schema) -> bool:
    return part.get("type") == "array"


def _text(description: str, pattern: str = "", *, always: bool = False) -> Schema:
    schema = {"type": "string"} | ({"pattern": pattern} if pattern else {})
    return {"description": description, "required": always, "schema": schema}


_LEFT = 'Remaining calls (`r`) and seconds until the window ends (`t`), for each limit: `"user";r=1187;t=21`.'
_POLICY = 'Allowed calls (`q`) and seconds of the window (`w`), for each limit: `"user";q=1200;w=60`.'
_LEFT_PATTERN = r'^"\w+";r=\d+;t=\d+(, "\w+";r=\d+;t=\d+)*$'
_POLICY_PATTERN = r'^"\w+";q=\d+;w=\d+(, "\w+";q=\d+;w=\d+)*$'
HEADERS: Schema = {
    "RateLimit": _text(_LEFT, _LEFT_PATTERN, always=True),
    "RateLimitPolicy": _text(_POLICY, _POLICY_PATTERN, always=True),
    "RateLimitWhereCounted": _text(_LEFT, _LEFT_PATTERN),
    "RateLimitPolicyWhereCounted": _text(_POLICY, _POLICY_PATTERN),
    "RetryAfter": {
        "description": "Seconds to wait before the next attempt.",
        "required": True,
        "schema": {"type": "integer", "minimum": 0},
    },
    "ETag": _text("Send it as `If-None-Match` to get 304 if nothing has changed.", '^W/"[0-9a-f]{32}"$'),
    "Link": _text("The next and the previous page (`next`, `prev`), if there is one (RFC 8288)."),
    "Location": _text("The address of what was created or changed.", "^/api/v1/[^{}]+/$", always=True),
    "IdempotentReplayed": _text(
        "The response was first given to an earlier request with the same `Idempotency-Key`.", "^true$"
    ),
    "Challenge": _text(
        "Asks for a token, or says what is wrong with the one that was sent (RFC 6750).", "^Bearer ", always=True
    ),
    "ScopeWanted": _text('The `scope` that the token lacks, with `error="insufficient_scope"`.', "^Bearer "),
    "Accept": _text("The media types that are accepted for the body."),
    "RequestId": _text("Identifies this request in the log of the server. Mention it when you report an error."),
}
# Statuses of requests that may be refused before the caller is known.
BEFORE_AUTHENTICATION = ("400", "403", "411", "413", "415")


def describe_headers(result: Schema, **_parts: Any) -> Schema:
    """A hook of drf-spectacular."""
    result["components"]["headers"] = copy.deepcopy(HEADERS)
    for item in result["paths"].values():
        for operation in item.values():
            for status, answer in operation["responses"].items():
                found = {name: {"$ref": f"#/components/headers/{of}"} for name, of in _headers(operation, status)}
                if found:
                    answer["headers"] = found
    return result


def _headers(operation: Schema, status: str) -> Iterator[tuple[str, str]]:
    """The headers of a response with this status, each with the component that describes it."""
    is_counted = operation.get("x-rate-limit-cost") != 0
    described = operation["responses"][status]["description"]
    if is_counted and status < "500":
        where = "WhereCounted" if status in BEFORE_AUTHENTICATION else ""
        yield from (("RateLimit", f"RateLimit{where}"), ("RateLimit-Policy", f"RateLimitPolicy{where}"))
    if is_counted and status in ("429", "503"):
        yield "Retry-After", "RetryAfter"
    if "304" in operation["responses"] and status in ("200", "304"):
        yield "ETag", "ETag"
    yield from _where_to_go_on(operation, status)
    if _can_be_repeated(operation) and status < "500" and status not in ("401", "429"):
        yield "Idempotent-Replayed", "IdempotentReplayed"
    if status == "401":
        yield "WWW-Authenticate", "Challenge"
    if "`insufficient_scope`" in described:
        yield "WWW-Authenticate", "ScopeWanted"
    if status == "415":
        yield "Accept", "Accept"
    yield "X-Request-Id", "RequestId"


def _where_to_go_on(operation: Schema, status: str) -> Iterator[tuple[str, str]]:
    if status == "201":
        yield "Location", "Location"
    elif status == "200" and any(part.get("name") in ("cursor", "after") for part in operation.get("parameters", [])):
        yield "Link", "Link"


def _can_be_repeated(operation: Schema) -> bool:
    return "`idempotency_key_reused`" in operation["responses"].get("422", {}).get("description", "")


class SchemaPart(NamedTuple):
    """A part of the schema, where it is, and its name as a component."""

    holder: Any
    key: int | str
    name: str

    @property
    def text(self) -> str:
        return json.dumps(self.holder[self.key], cls=DjangoJSONEncoder)


def share_what_repeats(result: Schema, **_parts: Any) -> Schema:
    """A hook of drf-spectacular, to run last: share parameters, problems and responses without a body."""
    operations = [operation for item in result["paths"].values() for operation in item.values()]
    places = {
        "parameters": [place for operation in operations for place in _parameters(operation)],
        "responses": [place for operation in operations for place in _answers(operation)],
    }
    result["components"] |= {kind: _share(kind, found) for kind, found in places.items()}
    return result


def _share(kind: str, places: list[SchemaPart]) -> Schema:
    """Replace repeated parts by references, and return them by name; the most frequent part gets the name."""
    shared: dict[str, str] = {}
    for (name, text), count in Counter((place.name, place.text) for place in places).most_common():
        if count > 1:
            shared.setdefault(name, text)
    for place in places:
        if shared.get(place.name) == place.text:
            place.holder[place.key] = {"$ref": f"#/components/{kind}/{place.name}"}
    return {name: json.loads(shared[name]) for name in sorted(shared)}


def _parameters(operation: Schema) -> Iterator[SchemaPart]:
    parameters = operation.get("parameters", [])
    yield from (SchemaPart(parameters, index, part["name"]) for index, part in enumerate(parameters))


def _answers(operation: Schema) -> Iterator[SchemaPart]:
    answers = operation["responses"]
    for status, answer in answers.items():
        if answer.get("content", {}).keys() <= {MEDIA_TYPE}:
            yield SchemaPart(answers, status, _name_of(status, answer))


def _name_of(status: str, answer: Schema) -> str:
    """The codes of a problem, or the name of the HTTP status; repeatable with an idempotency key."""
    codes = re.findall(r"`(\w+)`", answer["description"]) if "content" in answer else []
    name = ".".join(codes) or HTTPStatus(int(status)).phrase.replace(" ", "")
    return f"{name}-repeatable" if "Idempotent-Replayed" in answer.get("headers", {}) else name
