"""Request bodies in the schema: no additional members, and lists in forms.

A list in a form is a field that is repeated; a list of one member is a field that is sent once.
"""

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

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
