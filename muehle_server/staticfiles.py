"""How static files are published: each under a name that holds its hash, compressed, and every page's in one piece.

Style sheets and scripts are written as small files that import their neighbours, which a browser would fetch one after
another; a page then loads one sheet and one script. Development serves them as they are written.
"""

import re
from collections.abc import Callable, Iterator
from posixpath import dirname, join, normpath, relpath
from typing import Any
from urllib.parse import quote

from django.apps import apps
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from muehle_server.scripts import joined

# An import of another sheet, or another file.
NEIGHBOUR = re.compile(
    r'@import url\("(?P<sheet>[^":]+\.css)"\)(?: layer\((?P<layer>[\w-]+)\))?;|url\("(?P<file>[^":#]+)"\)'
)
PICTURE = re.compile(r'url\("(?P<name>\.\./img/[\w-]+\.svg)"\)')
TWO_COLOURS = re.compile(r"(?P<name>[\w-]+):(?P<value>[^;{}]*\blight-dark\([^;{}]*);")
# Left as they are in a data address within quotation marks, for these compress better than their codes.
HARMLESS = " ~()*!.'<>=:/,;?&+@$|{}[]-_"
# A page's script lies directly in this folder of an app, and what it imports below or beside it.
ENTRY = re.compile(r"(?P<app>\w+)/js/[\w-]+\.js")

OURS = ("accounts", "games.")

Read = Callable[[str], str]


def in_one_piece(name: str, read: Read) -> str:
    """The style sheet with its imports put in, each within its layer; `read` gives a file by its path in /static/."""
    return _in_one_piece(name, read, into=dirname(name))


def _in_one_piece(name: str, read: Read, *, into: str) -> str:
    """Its other files are named as they are found from the folder `into`."""

    def content(found: re.Match[str]) -> str:
        path = _beside(name, found["sheet"] or found["file"])
        if found["file"]:
            return found[0] if dirname(name) == into else f'url("{relpath(path, into)}")'
        imported = _in_one_piece(path, read, into=into)
        return f"@layer {found['layer']} {{\n{imported}}}" if found["layer"] else imported

    return NEIGHBOUR.sub(content, with_pictures(name, read))


def with_pictures(name: str, read: Read) -> str:
    """The style sheet with its own textures put in, so that none is fetched after it."""

    def content(found: re.Match[str]) -> str:
        picture = read(_beside(name, found["name"])).strip().replace('"', "'")
        return f'url("data:image/svg+xml,{quote(picture, safe=HARMLESS)}")'

    return PICTURE.sub(content, read(name))


def _beside(name: str, neighbour: str) -> str:
    return normpath(join(dirname(name), neighbour))


def with_light_colours(sheet: str) -> str:
    """The style sheet with the light colours for browsers that do not know `light-dark()`: Safari before 17.5."""

    def content(found: re.Match[str]) -> str:
        light = _light(found["value"])
        return f"{found[0]} @supports not (color: light-dark(red, red)) {{ {found['name']}:{light}; }}"

    return TWO_COLOURS.sub(content, sheet)


def _light(value: str) -> str:
    """The value with the first of the two colours of each `light-dark()`."""
    before, function, rest = value.partition("light-dark(")
    if not function:
        return value
    depth, comma = 0, None
    for at, letter in enumerate(rest):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0 and comma is None:
            comma = at
        if depth < 0:
            return before + rest[:comma].strip() + _light(rest[at + 1 :])
    raise ValueError(f"a parenthesis is missing in {value!r}")


class PublishedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise is untyped
    """Joins sheets and scripts before they are hashed and compressed, so that no browser ever mixes two versions."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Raises NotUnderstood where a script cannot be joined."""
        if not dry_run:
            pieces = {name: self._joined(name, paths) for name in paths}
            for name, text in pieces.items():
                if text is not None:
                    self.delete(name)
                    self._save(name, ContentFile(text.encode()))
                    paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)

    def _joined(self, name: str, paths: dict[str, Any]) -> str | None:
        """The built form of a style sheet or of a page's script; None for files that stay unchanged."""

        def read(path: str) -> str:
            storage, stored = paths[path]
            with storage.open(stored) as file:
                return str(file.read().decode())

        entry = ENTRY.fullmatch(name)
        if entry and entry["app"] in {app.label for app in apps.get_app_configs() if app.name.startswith(OURS)}:
            return joined(name, read)
        if not name.endswith(".css"):
            return None
        whole = with_light_colours(in_one_piece(name, read))
        return whole if whole != read(name) else None
