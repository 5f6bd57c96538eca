"""Write the parts of the client that follow from the schema: a type for every shape, a method for every operation.

    python clients/python/generate.py docs/openapi.yaml clients/python/muehle_client

`dev.py check` compares what this writes with what is committed, and `dev.py check --write schema` calls it. What it
cannot write as Python it refuses by name, so that nobody has to look for it.
"""

import keyword
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

Schema = dict[str, Any]
LONGEST_LINE = 120
# What drf-spectacular calls the set that has nothing in it but null.
NULL = "NullEnum"
PREFIX = "/api/v1/"
JSON = "application/json"
SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
HEAD = '"""{doc} Generated from the schema of the API by generate.py; not to be edited."""\n\n'


def main(arguments: list[str]) -> int:
    """Write both modules into the folder."""
    source, folder = Path(arguments[0]), Path(arguments[1])
    schema = yaml.safe_load(source.read_text(encoding="utf-8"))
    for name, text in (("schema.py", shapes(schema)), ("operations.py", operations(schema))):
        (folder / name).write_text(formatted(text), encoding="utf-8")
    return 0


def formatted(text: str) -> str:
    """The text as ruff lays it out."""
    command = [sys.executable, "-m", "ruff", "format", "--line-length", "120", "--stdin-filename", "generated.py", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


# --- Shapes -----------------------------------------------------------------------------------------------------------


def shapes(schema: Schema) -> str:
    """The module with a TypedDict for every object of the schema and a Literal for every closed set."""
    components = schema["components"]["schemas"]
    sets = [f"{name} = {type_of(shape)}" for name, shape in components.items() if "enum" in shape and name != NULL]
    dicts = [typed_dict(name, shape) for name, shape in components.items() if "enum" not in shape]
    # A union is made when the module is read, of classes that must be there.
    dicts.sort(key=lambda text: not text.startswith("class ") and "TypedDict(" not in text)
    text = "\n\n".join([*sets, *dicts])
    named = [
        name for name in ("Any", "Literal", "NotRequired", "TypedDict") if re.search(rf"\b{name}\b", code_of(text))
    ]
    imports = f"from __future__ import annotations\n\nfrom typing import {', '.join(named)}\n\n"
    return HEAD.format(doc="The shapes of what goes out and comes in.") + imports + text + "\n"


def typed_dict(name: str, shape: Schema) -> str:
    """One object as a class, or as a call where a member's name is no name in Python."""
    if "properties" not in shape:
        return f"{name} = {type_of(shape)}"
    members = {member: member_type(member, part, shape) for member, part in shape["properties"].items()}
    if all(is_name(member) for member in members):
        lines = [f"    {member}: {kind}" for member, kind in members.items()]
        return "\n".join([f"class {name}(TypedDict):", *doc_of(shape, indent="    "), *lines])
    pairs = ", ".join(f'"{member}": "{kind}"' for member, kind in members.items())
    return f'{name} = TypedDict("{name}", {{{pairs}}})'


def member_type(member: str, part: Schema, shape: Schema) -> str:
    return type_of(part) if member in shape.get("required", ()) else f"NotRequired[{type_of(part)}]"


def type_of(shape: Schema) -> str:
    """A schema as a type of Python's."""
    if "$ref" in shape:
        name = str(shape["$ref"]).rpartition("/")[2]
        return "None" if name == NULL else name
    if "const" in shape:
        return f"Literal[{shape['const']!r}]"
    if "enum" in shape:
        return "Literal[" + ", ".join(repr(value) for value in shape["enum"]) + "]"
    for way in ("oneOf", "anyOf", "allOf"):
        if way in shape:
            return " | ".join(dict.fromkeys(type_of(part) for part in shape[way]))
    kinds = shape.get("type", "any")
    return " | ".join(_plain(kind, shape) for kind in ([kinds] if isinstance(kinds, str) else kinds))


def _plain(kind: str, shape: Schema) -> str:
    if kind == "array":
        return f"list[{type_of(shape.get('items', {}))}]"
    if kind == "object":
        inner = shape.get("additionalProperties")
        return f"dict[str, {type_of(inner) if isinstance(inner, dict) else 'Any'}]"
    return SIMPLE.get(kind, "Any")


def doc_of(shape: Schema, *, indent: str) -> list[str]:
    text = " ".join(str(shape.get("description", "")).split())
    return [wrapped(text, indent=indent), ""] if text else []


def wrapped(text: str, *, indent: str) -> str:
    """A docstring of these paragraphs, in lines that are not too long."""
    width = LONGEST_LINE - len(indent) - 6
    paragraphs = [textwrap.wrap(paragraph, width) for paragraph in text.replace("\\", "\\\\").split("\n\n")]
    lines = [line for paragraph in paragraphs for line in ("", *paragraph)][1:]
    if len(lines) == 1:
        return f'{indent}"""{lines[0]}"""'
    return "\n".join(f"{indent}{line}".rstrip() for line in [f'"""{lines[0]}', *lines[1:], '"""'])


def is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)


# --- Operations -------------------------------------------------------------------------------------------------------


def operations(schema: Schema) -> str:
    """The module with a method for every operation, and one more for every list and every text."""
    methods = [method for each in every_operation(schema) for method in methods_of(*each, schema)]
    used = sorted({word for method in methods for word in re.findall(r"\b[A-Z]\w+", code_of(method))})
    named = [word for word in used if word in schema["components"]["schemas"]]
    imports = "from __future__ import annotations\n\nfrom collections.abc import Iterator\n"
    imports += "from typing import Literal, Unpack, cast\n\n"
    imports += f"from muehle_client.schema import {', '.join(named)}\nfrom muehle_client.transport import Transport\n\n"
    head = 'class Operations(Transport):\n    """The operations of the API by their names in the schema."""\n\n'
    return HEAD.format(doc="A method for every operation.") + imports + head + "\n\n".join(methods) + "\n"


def code_of(method: str) -> str:
    return re.sub(r'""".*?"""', "", method, flags=re.DOTALL)


def every_operation(schema: Schema) -> Iterator[tuple[str, str, Schema]]:
    """Method, address and operation of everything that the schema knows."""
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            yield method.upper(), path, without_doubles(without_references(operation, schema), schema)


def without_references(operation: Schema, schema: Schema) -> Schema:
    """The operation with the parameters and the answers that it shares with others."""
    answers = {status: resolved(answer, schema) for status, answer in operation["responses"].items()}
    parameters = [resolved(part, schema) for part in operation.get("parameters", ())]
    return {**operation, "parameters": parameters, "responses": answers}


def resolved(part: Schema, schema: Schema) -> Schema:
    """The part itself, or the component that it refers to."""
    if "$ref" not in part:
        return part
    kind, name = part["$ref"].split("/")[-2:]
    return dict(schema["components"][kind][name])


def without_doubles(operation: Schema, schema: Schema) -> Schema:
    """The operation without parameters that its JSON body has too, for those who have no body of that kind."""
    members = schema["components"]["schemas"].get(body_of(operation), {}).get("properties", ())
    kept = [part for part in operation["parameters"] if part["in"] != "query" or part["name"] not in members]
    return {**operation, "parameters": kept}


def methods_of(method: str, path: str, operation: Schema, schema: Schema) -> Iterator[str]:
    """The text of the methods for one operation."""
    name, answer = operation["operationId"], answer_of(operation)
    if not is_name(name):
        raise SystemExit(f"{method} {path}: the operationId {name!r} is no name for a method")
    yield method_text(name, answer, "_json" if answer != "str" else "_text", method, path, operation)
    if answer == "str":
        yield method_text(f"{name}_lines", "Iterator[str]", "_lines", method, path, operation)
    elif "cursor" in {parameter["name"] for parameter in operation["parameters"]}:
        items = type_of(schema["components"]["schemas"][answer]["properties"]["results"]["items"])
        yield method_text("all_" + name.removeprefix("list_"), f"Iterator[{items}]", "_all", method, path, operation)


def answer_of(operation: Schema) -> str:
    """What a success brings: a shape, `str` for a text, or `None`."""
    answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
    contents = [content for answer in answers for content in answer.get("content", {}).items()]
    if not contents:
        return "None"
    found = [type_of(content["schema"]) for media_type, content in contents if media_type == JSON]
    return found[0] if found else "str"


def method_text(name: str, answer: str, how: str, method: str, path: str, operation: Schema) -> str:
    """One method; it names its parameters as the schema does, and `Unpack`s its body."""
    inputs, call = parameters_of(operation, how), call_of(how, method, path, operation)
    does = call if answer == "None" else f'return cast("{answer}", {call})' if how == "_json" else f"return {call}"
    summary = " ".join(operation["description"].split("\n\nScope")[0].split())
    scope = re.search(r"Scope: .*", operation["description"])
    doc = wrapped(f"{summary}\n\n{scope[0].removesuffix('.')}." if scope else summary, indent=" " * 8)
    return f"    def {name}({', '.join(['self', *inputs])}) -> {answer}:\n{doc}\n        {does}"


def parameters_of(operation: Schema, how: str) -> list[str]:
    wanted = [f"{part['name']}: {type_of(part['schema'])}" for part in of_kind(operation, "path")]
    named = [f"{part['name']}: {type_of(part['schema'])} | None = None" for part in queries_of(operation, how)]
    if takes_key(operation):
        named.append("idempotency_key: str | None = None")
    if media_type_of(operation) not in ("", JSON):
        wanted.append("content: str")
    inputs = [*wanted, *(["*", *named] if named else [])]
    body = body_of(operation)
    return [*inputs, f"**body: Unpack[{body}]"] if body else inputs


def call_of(how: str, method: str, path: str, operation: Schema) -> str:
    address = re.sub(r"{(\w+)}", r"{self._part(\1)}", path.removeprefix(PREFIX))
    parts = [f'"{method}"', f'f"{address}"' if "{" in address else f'"{address}"']
    query = ", ".join(f'"{part["name"]}": {part["name"]}' for part in queries_of(operation, how))
    parts += [f"query={{{query}}}"] if query else []
    if media_type_of(operation) not in ("", JSON):
        parts.append(f'content=(content, "{media_type_of(operation)}")')
    parts += ["body=dict(body)"] if body_of(operation) else []
    parts += ["key=idempotency_key"] if takes_key(operation) else []
    return f"self.{how}({', '.join(parts)})"


def queries_of(operation: Schema, how: str) -> Iterable[Schema]:
    return [part for part in of_kind(operation, "query") if how != "_all" or part["name"] != "cursor"]


def of_kind(operation: Schema, place: str) -> list[Schema]:
    return [part for part in operation["parameters"] if part["in"] == place]


def takes_key(operation: Schema) -> bool:
    return any(part["name"] == "Idempotency-Key" for part in of_kind(operation, "header"))


def media_type_of(operation: Schema) -> str:
    contents = operation.get("requestBody", {}).get("content", {})
    return JSON if JSON in contents else next(iter(contents), "")


def body_of(operation: Schema) -> str:
    """The shape of a JSON body; empty where there is none."""
    if media_type_of(operation) != JSON:
        return ""
    return type_of(operation["requestBody"]["content"][JSON]["schema"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
