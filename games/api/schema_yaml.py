"""The schema as readable YAML: short values are on one line."""

import json
from typing import Any

import yaml
from drf_spectacular.renderers import OpenApiYamlRenderer2
from rest_framework.renderers import JSONRenderer

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
