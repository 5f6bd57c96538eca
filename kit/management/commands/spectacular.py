"""drf-spectacular's command, with the YAML format of the API."""

from typing import Any

from drf_spectacular.management.commands import spectacular

from kit.schema import SchemaYamlRenderer


class Command(spectacular.Command):
    def get_renderer(self, format: str) -> Any:  # noqa: A002  (as drf-spectacular has it)
        return SchemaYamlRenderer() if format == "openapi" else super().get_renderer(format)  # type: ignore[no-untyped-call]
