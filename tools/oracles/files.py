"""Opens the files of a check: plain, gzip or xz, recognised by their first bytes and not by their names."""

from __future__ import annotations

import gzip
import json
import lzma
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from tools.oracles.verdicts import UnreadableError

_ENCODING = "utf-8-sig"
_FAULTS = (OSError, EOFError, UnicodeDecodeError, zlib.error, lzma.LZMAError)


def lines(path: Path) -> Iterator[str]:
    """The lines of a text file, as they are read; raises UnreadableError at any point."""
    try:
        with _opened(path) as file:
            yield from file
    except _FAULTS as error:
        raise UnreadableError(_fault(error)) from error


def text(path: Path) -> str:
    """The whole of a text file; raises UnreadableError."""
    return "".join(lines(path))


def json_object(path: Path) -> dict[str, Any]:
    """The one JSON object that a file holds; raises UnreadableError."""
    try:
        found = json.loads(text(path))
    except ValueError as error:
        raise UnreadableError(f"it is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise UnreadableError("it holds no JSON object")
    return found


def _opened(path: Path) -> TextIO:
    with path.open("rb") as file:
        magic = file.read(2)
    if magic == b"\x1f\x8b":
        return gzip.open(path, "rt", encoding=_ENCODING)
    if magic == b"\xfd7":
        return lzma.open(path, "rt", encoding=_ENCODING)
    return path.open(encoding=_ENCODING)


def _fault(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it is not text in UTF-8"
    return (error.strerror if isinstance(error, OSError) else None) or f"{error}" or type(error).__name__
