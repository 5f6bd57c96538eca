"""Data exports as zip files, written in pieces, so that only one piece is in memory at a time."""

import io
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.privacy.parts import Part, all_parts
from kit.times import day_and_time

PIECE_BYTES = 256 * 1024
Take = Callable[[bytes], None]


class _Pieces(io.RawIOBase):
    """A file that is not seekable and passes on what is written in pieces of one size."""

    def __init__(self, take: Take) -> None:
        self._take = take
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        written = bytes(data)  # type: ignore[call-overload]  # any buffer, as files take it
        self._held += written
        while len(self._held) >= PIECE_BYTES:
            self._take(bytes(self._held[:PIECE_BYTES]))
            del self._held[:PIECE_BYTES]
        return len(written)

    def finish(self) -> None:
        if self._held:
            self._take(bytes(self._held))


def write(user: User, take: Take, *, now: datetime) -> None:
    """Write everything about the user as one zip, and pass it in pieces to `take`."""
    pieces, parts = _Pieces(take), all_parts()
    with zipfile.ZipFile(pieces, "w", zipfile.ZIP_DEFLATED) as archive:
        _write(archive, "README.txt", iter([readme(user, parts, now=now).encode()]), now=now)
        for part in parts:
            _write(archive, part.file, part.content(user), now=now)
    pieces.finish()


def _write(archive: zipfile.ZipFile, name: str, content: Iterator[bytes], *, now: datetime) -> None:
    entry = zipfile.ZipInfo(name, now.timetuple()[:6])
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    with archive.open(entry, "w", force_zip64=True) as file:
        for piece in content:
            file.write(piece)


def readme(user: User, parts: list[Part], *, now: datetime) -> str:
    """The description of the zip's content, in the user's language."""
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        at = day_and_time(now)
        width = max(len(part.file) for part in parts)
        lines = [
            _("Everything %(site)s has stored about %(name)s, as of %(at)s.")
            % {"site": settings.SITE_URL, "name": user.username, "at": at},
            "",
            *(f"{part.file:<{width}}  {part.about}" for part in parts),
            "",
            _("Files ending in .json contain one array or object, files ending in .ndjson one object per line."),
            _("All times are in UTC. Passwords, tokens and keys are not included: they are never shown again."),
        ]
        return "\n".join(lines) + "\n"
