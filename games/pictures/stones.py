"""The shapes of stones, for pictures and pages alike. The sides differ by their pattern as well as by their colour."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from muehle import Color


class Circle(NamedTuple):
    """A part of a stone around its centre; `pen` is the width of its line."""

    name: str
    radius: float
    pen: str = ""


RIM: Final = Circle("rim", 36)
BODY: Final = (RIM, Circle("face", 30))
RING: Final = 'stroke-width="3.5"'
# Two rings, or a knurled edge, a ring and an eye.
PATTERNS: Final = {
    Color.WHITE: (Circle("ring", 21, RING), Circle("ring", 11, RING)),
    Color.BLACK: (
        Circle("knurl", 33, 'stroke-width="4" stroke-dasharray="3 3.48"'),
        Circle("ring", 16, RING),
        Circle("eye", 5),
    ),
}
# The shadow falls to the lower right; on the playable board light falls from the upper left.
SHADOW: Final = 'cx="1.5" cy="5" r="37"'
GLINT: Final = "M-25-14a29 29 0 0 1 31-14"
# In the small boards of lists, 100 units wide.
SMALL: Final = (Circle("disc", 5.2), Circle("ring", 3.1))


def drawn(circles: Iterable[Circle], paint: Mapping[str, str]) -> str:
    """As SVG; `paint` has the attributes of each part by name."""
    return "".join(f"<circle {_attributes(paint[circle.name], circle.pen, circle.radius)}/>" for circle in circles)


def _attributes(paint: str, pen: str, radius: float) -> str:
    return " ".join(filter(None, (paint, pen, f'r="{radius}"')))
