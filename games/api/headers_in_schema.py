"""The headers of answers in the schema: what clients go by, and which of them they may count on."""

import copy
from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]


def _text(description: str, pattern: str = "", *, always: bool = False) -> Schema:
    schema = {"type": "string"} | ({"pattern": pattern} if pattern else {})
    return {"description": description, "required": always, "schema": schema}


_LEFT = (
    'So many calls are left (`r`) until the window ends in so many seconds (`t`), of each limit: `"user";r=1187;t=21`.'
)
_POLICY = 'Of each limit: calls (`q`) in a window of so many seconds (`w`): `"user";q=1200;w=60`.'
_LEFT_PATTERN = r'^"\w+";r=\d+;t=\d+(, "\w+";r=\d+;t=\d+)*$'
_POLICY_PATTERN = r'^"\w+";q=\d+;w=\d+(, "\w+";q=\d+;w=\d+)*$'
HEADERS: Schema = {
    "RateLimit": _text(_LEFT, _LEFT_PATTERN, always=True),
    "RateLimitPolicy": _text(_POLICY, _POLICY_PATTERN, always=True),
    "RateLimitWhereCounted": _text(_LEFT, _LEFT_PATTERN),
    "RateLimitPolicyWhereCounted": _text(_POLICY, _POLICY_PATTERN),
    "RetryAfter": {
        "description": "Come back in so many seconds.",
        "required": True,
        "schema": {"type": "integer", "minimum": 0},
    },
    "ETag": _text("Send it as `If-None-Match` to hear whether anything has changed.", '^W/"[0-9a-f]{32}"$'),
    "IdempotentReplayed": _text("This answer was given to the same `Idempotency-Key` before.", "^true$"),
    "Challenge": _text(
        "A token is wanted, or what is wrong with the one that came (RFC 6750).", "^Bearer ", always=True
    ),
    "ScopeWanted": _text('The `scope` that the token lacks, beside `error="insufficient_scope"`.', "^Bearer "),
    "Accept": _text("The forms of body that are understood."),
}
# What may be refused before anybody looks who calls.
AT_THE_DOOR = ("400", "403", "411", "413", "415")


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
    """Those of an answer with this status, each with the component that describes it."""
    is_counted = operation.get("x-rate-limit-cost") != 0
    described = operation["responses"][status]["description"]
    if is_counted and status < "500":
        where = "WhereCounted" if status in AT_THE_DOOR else ""
        yield from (("RateLimit", f"RateLimit{where}"), ("RateLimit-Policy", f"RateLimitPolicy{where}"))
    if is_counted and status in ("429", "503"):
        yield "Retry-After", "RetryAfter"
    if "304" in operation["responses"] and status in ("200", "304"):
        yield "ETag", "ETag"
    if _can_be_repeated(operation) and status < "500" and status not in ("401", "429"):
        yield "Idempotent-Replayed", "IdempotentReplayed"
    if status == "401":
        yield "WWW-Authenticate", "Challenge"
    if "`insufficient_scope`" in described:
        yield "WWW-Authenticate", "ScopeWanted"
    if status == "415":
        yield "Accept", "Accept"


def _can_be_repeated(operation: Schema) -> bool:
    return "`idempotency_key_reused`" in operation["responses"].get("422", {}).get("description", "")
