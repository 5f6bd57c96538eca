"""Text as shapes: every letter is an outline, so that viewers and renderers need no font."""

import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FACES: Final = Path(__file__).parent / "faces"
UNITS: Final = 1000
UNKNOWN: Final = "?"
ELLIPSIS: Final = "…"
# The factor by which a line may shrink before it is cut.
SMALLEST: Final = 0.6


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter in units of the em; the path is empty for a space."""

    advance: int
    path: str


@dataclass(frozen=True, slots=True)
class Face:
    """A typeface in one weight."""

    glyphs: dict[str, Glyph]

    def has(self, text: str) -> bool:
        """Whether it has all letters of the text, if need be without their accents."""
        return self.glyphs[UNKNOWN] not in self._set(text.replace(UNKNOWN, ""))

    def width(self, text: str, size: float) -> float:
        """The width of the text at a size."""
        return sum(glyph.advance for glyph in self._set(text)) * size / UNITS

    def shape(self, text: str, *, x: float, y: float, size: float, fill: str, anchor: str = "start") -> str:
        """The text as SVG, with its baseline at y; `anchor` is start, middle or end."""
        left = x - self.width(text, size) * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        scale, pen, letters = size / UNITS, 0, []
        for glyph in self._set(text):
            if glyph.path:
                letters.append(f'<path transform="translate({pen} 0)" d="{glyph.path}"/>')
            pen += glyph.advance
        place = f"translate({left:.1f} {y:.1f}) scale({scale:.4g} {-scale:.4g})"
        return f'<g fill="{fill}" transform="{place}">{"".join(letters)}</g>'

    def fitted(self, text: str, *, size: float, width: float) -> tuple[str, float]:
        """The text and its size, to fit into the width: first made smaller, then cut."""
        size = max(size * SMALLEST, min(size, size * width / max(1.0, self.width(text, size))))
        while len(text) > 1 and self.width(text, size) > width + 0.5:
            text = text.removesuffix(ELLIPSIS)[:-1].rstrip() + ELLIPSIS
        return text, size

    def wrapped(self, text: str, *, size: float, width: float, lines: int) -> list[str]:
        """The text wrapped at its spaces to at most `lines` lines; the rest is cut."""
        found: list[str] = []
        for word in filter(None, text.split(" ")):
            longer = f"{found[-1]} {word}" if found else word
            if found and self.width(longer, size) <= width:
                found[-1] = longer
            else:
                found.append(word)
        if len(found) > lines:
            found[lines - 1 :] = [" ".join(found[lines - 1 :])]
        return [self._cut(line, size, width) for line in found]

    def wrapped_whole(self, text: str, sizes: Sequence[tuple[int, int]], *, width: float) -> tuple[int, list[str]]:
        """The largest size at which the whole text fits, and its lines; cut at the smallest one.

        `sizes` has each size, the largest first, with the most lines at that size.
        """
        for size, most in sizes:
            lines = self.wrapped(text, size=size, width=width, lines=most)
            if " ".join(lines) == text:
                break
        return size, lines

    def _cut(self, line: str, size: float, width: float) -> str:
        while len(line) > 1 and self.width(line, size) > width:
            line = line.removesuffix(ELLIPSIS)[:-1].rstrip() + ELLIPSIS
        return line

    def _set(self, text: str) -> list[Glyph]:
        return [self.glyphs.get(letter) or self._stand_in(letter) for letter in text]

    def _stand_in(self, letter: str) -> Glyph:
        """A substitute for a letter that the face does not have: the letter without accents, or a question mark."""
        plain = unicodedata.normalize("NFKD", letter)[0]
        return self.glyphs.get(plain) or self.glyphs[UNKNOWN]


@cache
def face(name: str) -> Face:
    """The face with the outlines in faces/NAME.json."""
    outlines = json.loads((FACES / f"{name}.json").read_text(encoding="utf-8"))
    return Face({letter: Glyph(advance, path) for letter, (advance, path) in outlines.items()})


def heading() -> Face:
    return face("vollkorn-semibold")


def text() -> Face:
    return face("atkinson-hyperlegible-next")
