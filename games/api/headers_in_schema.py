"""Response headers in the schema, and which of them are always present."""

import copy
from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]


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
