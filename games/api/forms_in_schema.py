"""Bodies as forms in the schema: a list is a field that comes several times, and one of one member comes once."""

import copy
from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]

FORM = "application/x-www-form-urlencoded"


def say_how_forms_send_lists(result: Schema, **_parts: Any) -> Schema:
    """A hook of drf-spectacular: where a body has lists, its form takes a single member of one for the list."""
    components: Schema = result["components"]["schemas"]
    for content in _forms(result):
        name = content["schema"].get("$ref", "").rpartition("/")[2]
        if name in components and any(_is_list(part) for part in components[name]["properties"].values()):
            content["schema"] = _as_form(components[name])
    return result


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
