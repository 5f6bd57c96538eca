"""`manage.py icons`: draws the icons of the installed app from their SVG by resvg. Run it after a change of those."""

from pathlib import Path

import resvg_py
from django.conf import settings
from django.core.management.base import BaseCommand

FOLDER = settings.BASE_DIR / "games" / "web" / "static" / "web" / "icons"
# What is drawn from which drawing, how many pixels wide. A maskable icon may be cut to any shape: its ground goes to
# the edge, and the board stays within the circle that is never cut away. Apple cuts its icons likewise.
ICONS = {
    "app-192.png": ("app.svg", 192),
    "app-512.png": ("app.svg", 512),
    "maskable-512.png": ("maskable.svg", 512),
    "apple-touch-icon.png": ("maskable.svg", 180),
}


def drawn(folder: Path, name: str) -> bytes:
    """The icon of this name as PNG, from the drawings in a folder."""
    drawing, width = ICONS[name]
    svg = (folder / drawing).read_text(encoding="utf-8")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, height=width))


class Command(BaseCommand):
    help = __doc__

    def handle(self, **_options: object) -> None:
        for name in ICONS:
            (FOLDER / name).write_bytes(drawn(FOLDER, name))
            self.stdout.write(str(FOLDER / name))
