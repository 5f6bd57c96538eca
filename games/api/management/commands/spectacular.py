"""drf-spectacular's command, which writes YAML as the API does."""

from typing import Any

from drf_spectacular.management.commands import spectacular

from games.api.schema_yaml import YamlRenderer


class Command(spectacular.Command):
    def get_renderer(self, format: str) -> Any:  # noqa: A002  (as drf-spectacular has it)
        return YamlRenderer() if format == "openapi" else super().get_renderer(format)  # type: ignore[no-untyped-call]
