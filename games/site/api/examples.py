"""Examples in the schema: a call and its response for every operation, recorded by a test.

`tests/games/site/api/test_examples.py` makes the same calls again and compares; `--write-examples` renews
examples.json.
"""

import json
from pathlib import Path
from typing import Any

PLACE = Path(__file__).with_name("examples.json")
LONGEST_LIST = 3

Schema = dict[str, Any]


def add_examples(result: Schema, **_parts: Any) -> Schema:
    """A hook of drf-spectacular: add the examples to the operations."""
    examples = json.loads(PLACE.read_text(encoding="utf-8")) if PLACE.exists() else {}
    operations = [operation for item in result["paths"].values() for operation in item.values()]
    for operation in operations:
        if example := examples.get(operation["operationId"]):
            _add(operation, example)
    return result


def _add(operation: Schema, example: dict[str, Any]) -> None:
    if example["request"] is not None:
        operation["requestBody"]["content"]["application/json"]["example"] = example["request"]
    content = operation["responses"][str(example["status"])].get("content", {})
    if example["media_type"] in content:
        content[example["media_type"]]["example"] = example["response"]
