"""Shared parts of the schema: parts that occur in several operations are moved to `components` and referenced."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder

from games.api.errors import MEDIA_TYPE

Schema = dict[str, Any]


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
