"""A line on the terminal that says how far the build is."""

from __future__ import annotations

import sys
import time
from typing import Final

WIDTH: Final = 30


class Progress:
    """Progress over a number of cells, written to standard error; without a terminal a line for each sector."""

    def __init__(self, name: str, total: int) -> None:
        self._name, self._total = name, max(total, 1)
        self._done = 0
        self._started = time.monotonic()
        self._part = ""

    def begin(self, part: str) -> None:
        """Say what is built now."""
        self._part = part
        self._write()

    def add(self, cells: int) -> None:
        """Count built cells."""
        self._done += cells
        self._write()

    def end(self) -> None:
        """Leave the line."""
        if sys.stderr.isatty() and self._done:
            sys.stderr.write("\n")

    def _write(self) -> None:
        share, seconds = self._done / self._total, time.monotonic() - self._started
        bar = "#" * int(share * WIDTH)
        told = ""
        if self._done:
            left = seconds * (1 - share) / share
            told = f", {self._done / seconds / 1e6:.1f} million a second, {left / 60:.0f} minutes left"
        line = f"{self._name} [{bar:<{WIDTH}}] {share:4.0%} {self._part}{told}"
        sys.stderr.write(f"\r\x1b[K{line}" if sys.stderr.isatty() else f"{line}\n")
        sys.stderr.flush()
