"""The renderer of lines of JSON."""

from typing import Any

from rest_framework.renderers import BaseRenderer


class NdjsonRenderer(BaseRenderer):
    """Names the media type; the view makes the lines itself."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = "utf-8"

    def render(self, data: Any, *_context: object) -> bytes:
        return str(data).encode()
