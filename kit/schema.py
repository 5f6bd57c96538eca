"""The OpenAPI schema, generated from the views. Adds what DRF does not know: scopes, problems, limits.

The committed copy is docs/openapi.yaml; `manage.py spectacular --file docs/openapi.yaml` updates it.
"""

import json
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any, Literal

import yaml
from django.utils import translation
from drf_spectacular import openapi
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer2
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer

from kit import rate_limits
from kit.endpoints import Endpoint
from kit.errors import refusals_of
from kit.permissions import Permission
from kit.problems import MEDIA_TYPE, RENAMED, ProblemSerializer, problem_kind

Schema = dict[str, Any]

WITH_BODY = ("POST", "PUT", "PATCH")
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The `ETag` of a response that you have.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The `ETag` of what you want to change. If it has changed since, nothing is done (412). Also "
    "requires the scope for reading.",
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description="A unique text for this request, for instance a UUID. If the request is sent again with the same key, "
    "it gets the first response, and nothing is done twice.",
)
# The limits that calls of the API count against.
COUNTED = ("guest", "token", "user", "app")


class AutoSchema(openapi.AutoSchema):
    """Adds the scope of each operation and all problems that it can respond with."""

    view: Any

    def get_auth(self) -> list[Schema]:
        return next(filter(None, (each.security(self.view, self.method) for each in self._permissions())), [{}])

    def _permissions(self) -> Iterable[type[Permission]]:
        found: Iterable[type[Permission]] = self.view.permission_classes
        return found

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        described = [" ".join(super().get_description().split())]
        described += filter(None, (each.described(self.view, self.method) for each in self._permissions()))
        if self._cost() > 1:
            described.append(f"Costs {self._cost()} calls.")
        return "\n\n".join(described)

    def get_extensions(self) -> Schema:
        return {} if self._cost() == 1 else {"x-rate-limit-cost": self._cost()}

    def _cost(self) -> int:
        """The cost of a call; 0 if it is not counted."""
        return getattr(self.view, "throttle_cost", 1) if self.view.throttle_classes else 0

    def get_override_parameters(self) -> list[Any]:
        parameters: list[Any] = list(super().get_override_parameters())
        if self._changes_something():
            return [*parameters, IDEMPOTENCY_KEY]
        if self._can_be_conditional():
            return [*parameters, IF_MATCH]
        return [*parameters, IF_NONE_MATCH] if self._has_tag() else parameters

    def _has_tag(self) -> bool:
        return self.method == "GET" and isinstance(self.view, Endpoint) and self.view.has_tag

    def _can_be_conditional(self) -> bool:
        """Whether it changes what a GET shows."""
        return self.method in ("PATCH", "PUT") and isinstance(self.view, Endpoint) and hasattr(self.view, "get")

    def _is_outgoing(self) -> bool:
        """Whether this is a request that we send (a webhook). It has no view and no URL of ours."""
        return bool(self.path == "/")

    def _changes_something(self) -> bool:
        """Whether the operation changes something, so that clients want it done once."""
        if self._is_outgoing():
            return False
        return self.method == "POST" and {} not in self.get_auth()

    def get_examples(self) -> list[Any]:
        return []

    def _get_request_for_media_type(self, serializer: Any, direction: str = "request") -> tuple[Any, bool]:
        """Mark hand-written bodies as required, like those with required members."""
        found = super()._get_request_for_media_type(serializer, direction)  # type: ignore[no-untyped-call]
        schema, is_required = found
        return schema, is_required or isinstance(serializer, dict)

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> Schema:
        responses: Schema = super()._get_response_bodies(direction)
        if self._is_outgoing():
            return responses
        problems = self.resolve_serializer(ProblemSerializer, "response").ref
        by_status: dict[int, list[str]] = defaultdict(list)
        if self._has_tag():
            responses["304"] = {
                "description": "You have the current version: nothing has changed except the time, including that on "
                "the clocks."
            }
        for code in self._codes():
            by_status[problem_kind(code).status].append(code)
        for status in sorted(by_status):
            codes = ", ".join(f"`{code}`" for code in by_status[status])
            content = responses.get(str(status), {}).get("content", {})
            responses[str(status)] = {
                "description": codes,
                "content": {**content, MEDIA_TYPE: {"schema": problems}},
            }
        return responses

    def _codes(self) -> list[str]:
        """All codes that this operation can respond with, in a fixed order."""
        found = {*self._refusals(), *self._access_codes(), *self._general_codes(), "server_error"}
        if self.view.throttle_classes:
            found |= {"throttled", "unavailable", "https_required"}
        return sorted(found)

    def _refusals(self) -> Iterable[str]:
        sources = getattr(self.view, "refusals", {}).get(self.method, ())
        kinds: set[Any] = set().union(*map(refusals_of, sources))
        for kind in kinds:
            code = getattr(kind, "code", None) or kind.default_code
            yield RENAMED.get(code, code)

    def _access_codes(self) -> Iterable[str]:
        if not self._permissions():
            return
        yield "invalid_token"
        if self.method != "GET":
            yield "csrf_failed"
        for permission in self._permissions():
            yield from (kind.default_code for kind in permission.refusals(self.view, self.method))

    def _general_codes(self) -> Iterable[str]:
        yield from ("not_acceptable", "address_too_long")
        if "{" in self.path:
            yield "not_found"
        if self._changes_something():
            yield from ("idempotency_key_malformed", "idempotency_key_reused")
        if self._can_be_conditional():
            yield "precondition_failed"
        if self.method in WITH_BODY:
            yield from (
                "malformed_body",
                "request_timeout",
                "length_required",
                "body_too_large",
                "unsupported_media_type",
            )
        yield "invalid"


def add_limits(result: Schema, **_parts: Any) -> Schema:
    """A hook of drf-spectacular: the rate limits of this server."""
    found = {name: rate_limits.limit_of(name) for name in COUNTED}
    counts = {name: limit._asdict() for name, limit in found.items()}
    words = {name: f"{count['requests']} calls in {count['seconds']} seconds" for name, count in counts.items()}
    result["info"]["x-rate-limits"] = counts
    result["info"]["description"] += (
        f" Rate limits: a visitor has {words['guest']}, counted by IP address; a token {words['token']}; a user "
        f"{words['user']}, over all tokens and the pages of the site; an app that requests tokens {words['app']}, "
        "counted by IP address. Some operations cost several calls: see their description and `x-rate-limit-cost`. "
        f"Each {rate_limits.BYTES_A_CALL // 1024} KiB of a query and a body cost one more call. "
        "The header `RateLimit` says how many calls are left; with 429, `Retry-After` says how long to wait."
    )
    return result


@cache
def generated() -> Schema:
    """The schema of this server, in English whatever the reader's language."""
    with translation.override("en"):
        schema: Schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        return schema


LONGEST_LINE = 120
# The length of a list or an object as JSON, without its name and the indentation.
LONGEST_ON_ONE_LINE = 80


class Dumper(yaml.CSafeDumper):
    """Writes texts of several paragraphs as blocks, and uses no aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent_mapping(self, tag: str, mapping: Any, flow_style: bool | None = None) -> yaml.MappingNode:
        return super().represent_mapping(tag, mapping, flow_style=_is_short(mapping))

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> yaml.SequenceNode:
        return super().represent_sequence(tag, sequence, flow_style=_is_short(sequence))

    def represent_str(self, data: str) -> yaml.ScalarNode:
        return self.represent_scalar("tag:yaml.org,2002:str", data, style="|" if "\n" in data else None)


Dumper.add_representer(str, Dumper.represent_str)


class SchemaYamlRenderer(OpenApiYamlRenderer2):
    """Replaces drf-spectacular's renderer, which gives every value a line of its own."""

    def render(self, data: Any, *_context: Any, **_more: Any) -> bytes:
        plain = json.loads(JSONRenderer().render(data))
        text = yaml.dump(plain, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=LONGEST_LINE)
        return text.encode()


def _is_short(value: Any) -> bool:
    return len(json.dumps(value)) <= LONGEST_ON_ONE_LINE
