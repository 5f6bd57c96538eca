"""How static files are published: each under a name that holds its hash, compressed, and style sheets in one piece.

Style sheets are written as small files that @import their neighbours, which a browser would fetch one after another.
"""

import re
from collections.abc import Callable, Iterator
from posixpath import dirname, join
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = re.compile(r'@import url\("(?P<name>[^":/]+\.css)"\)(?: layer\((?P<layer>[\w-]+)\))?;')


def in_one_piece(sheet: str, read: Callable[[str], str]) -> str:
    """The style sheet with its imports of neighbouring files put in, each within its layer; `read` gives a file."""

    def content(found: re.Match[str]) -> str:
        imported = in_one_piece(read(found["name"]), read)
        return f"@layer {found['layer']} {{\n{imported}}}" if found["layer"] else imported

    return IMPORT.sub(content, sheet)


class PublishedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise is untyped
    """Scripts import one another by their hashed names too, so that no browser ever mixes two versions."""

    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join the style sheets before they are hashed and compressed."""
        if not dry_run:
            for name in [name for name in paths if name.endswith(".css")]:
                self._join(name, paths)
        yield from super().post_process(paths, dry_run, **options)

    def _join(self, name: str, paths: dict[str, Any]) -> None:
        def read(neighbour: str) -> str:
            storage, path = paths[join(dirname(name), neighbour)]
            with storage.open(path) as file:
                return str(file.read().decode())

        sheet = read(name.rsplit("/", 1)[-1])
        joined = in_one_piece(sheet, read)
        if joined != sheet:
            self.delete(name)
            self._save(name, ContentFile(joined.encode()))
            paths[name] = (self, name)
