"""The pictures of players: patterns of stones on the three squares of the board, each in one of several colours.

A picture never changes, since browsers keep it: a new pattern or colour gets a new number at the end of its list.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from django.urls import reverse

SIZE: Final = 48
MIDDLE: Final = SIZE // 2
# From the middle to a side of the inner, the middle and the outer square.
RINGS: Final = (6, 12, 18)
STONE: Final = 4
LINE: Final = 1.8
XMLNS: Final = "http://www.w3.org/2000/svg"


class Colour(NamedTuple):
    """The ground, the areas between the squares, the lines, and the two kinds of stones."""

    ground: str
    area: str
    line: str
    stone: str
    other: str


class Pattern(NamedTuple):
    """What is drawn, as it is the same on all four sides.

    `areas` are those inside the inner square (1), around it (2) and around the middle one (3). `lines` are the squares
    (1 to 3 from inside), and `+` between them. `stones` and `others` are points: the corners of a square (a, c, e from
    inside) and the middles of its sides (b, d, f). A point in capitals is only on the diagonal or line that rises or
    stands.
    """

    areas: str = ""
    lines: str = ""
    stones: str = ""
    others: str = ""


CREAM: Final = "#fdf6e7"
COLOURS: Final = (
    Colour("#1f5a4e", "#2f7a69", "#8fcdbb", CREAM, "#f2b441"),
    Colour("#7a2e3b", "#a04453", "#eab3b6", CREAM, "#f4bd5c"),
    Colour("#274b7d", "#3a66a3", "#a9c6ee", CREAM, "#f5b94a"),
    Colour("#7d5312", "#a87426", "#f1d493", CREAM, "#8fe0cf"),
    Colour("#58386f", "#79509a", "#d3b5e8", CREAM, "#f6c453"),
    Colour("#3d4a52", "#5a6b75", "#bccdd6", CREAM, "#ff9f6b"),
    Colour("#a3402a", "#c65d40", "#f6c3ab", CREAM, "#ffd65c"),
    Colour("#0f5f70", "#1c8297", "#94d8e4", CREAM, "#ffb35c"),
    Colour("#4d6420", "#6a8733", "#cfe09a", CREAM, "#ffcf4a"),
    Colour("#93386f", "#b65690", "#f2b9da", CREAM, "#ffd27a"),
    Colour("#5b4233", "#7c5e4a", "#dcc2ad", CREAM, "#8fd3f0"),
    Colour("#343a8c", "#4f57b3", "#b7bdf3", CREAM, "#ff9fb0"),
)
PATTERNS: Final = (
    Pattern(lines="123+", stones="f"),
    Pattern(lines="3", areas="1", stones="e"),
    Pattern(areas="2", stones="b", others="e"),
    Pattern(lines="2+", stones="d"),
    Pattern(areas="3", stones="a"),
    Pattern(lines="13", stones="c"),
    Pattern(lines="3+", stones="b", others="f"),
    Pattern(areas="13", stones="f", others="a"),
    Pattern(lines="1", stones="ef"),
    Pattern(areas="12", lines="3", stones="c"),
    Pattern(lines="23", stones="A", others="E"),
    Pattern(lines="123", stones="ace"),
    Pattern(lines="+", stones="bdf"),
    Pattern(areas="23", stones="f", others="b"),
    Pattern(lines="3", stones="EF", others="a"),
    Pattern(areas="1", stones="ce"),
    Pattern(lines="12", stones="Cd"),
    Pattern(areas="3", lines="1+", stones="f", others="a"),
    Pattern(areas="123", stones="e", others="b"),
    Pattern(lines="2", stones="ab", others="e"),
    Pattern(areas="2", lines="3", stones="f"),
    Pattern(lines="3+", stones="DF", others="e"),
    Pattern(areas="1", lines="3", stones="d", others="e"),
    Pattern(lines="13+", stones="E", others="c"),
)


class Picture(NamedTuple):
    """A pattern and a colour, by their numbers."""

    pattern: int
    colour: int

    @property
    def url(self) -> str:
        return reverse("picture", args=self)

    @property
    def is_known(self) -> bool:
        return 0 <= self.pattern < len(PATTERNS) and 0 <= self.colour < len(COLOURS)


def default_of(user_id: int) -> Picture:
    """The picture of somebody who has chosen none. Neighbouring numbers have pictures that differ in both."""
    return Picture(user_id * 7 % len(PATTERNS), (user_id * 5 + user_id // len(PATTERNS)) % len(COLOURS))


@cache
def svg_of(picture: Picture) -> str:
    """The picture as an SVG file."""
    pattern, colour = PATTERNS[picture.pattern], COLOURS[picture.colour]
    shapes = "".join(_shapes(pattern, colour))
    return f'<svg xmlns="{XMLNS}" width="{SIZE}" height="{SIZE}" viewBox="0 0 {SIZE} {SIZE}">{shapes}</svg>\n'


def _shapes(pattern: Pattern, colour: Colour) -> Iterator[str]:
    yield f'<path fill="{colour.ground}" d="M0 0h{SIZE}v{SIZE}h-{SIZE}z"/>'
    if areas := "".join(_area(int(place)) for place in pattern.areas):
        yield f'<path fill="{colour.area}" fill-rule="evenodd" d="{areas}"/>'
    if lines := "".join(map(_line, pattern.lines)):
        yield f'<path fill="none" stroke="{colour.line}" stroke-width="{LINE}" d="{lines}"/>'
    for points, fill in ((pattern.stones, colour.stone), (pattern.others, colour.other)):
        if stones := "".join(_stone(x, y) for point in points for x, y in _places(point)):
            yield f'<path fill="{fill}" d="{stones}"/>'


def _square(ring: int) -> str:
    start, side = MIDDLE - ring, 2 * ring
    return f"M{start} {start}h{side}v{side}h-{side}z"


def _area(place: int) -> str:
    return _square(RINGS[place - 1]) + (_square(RINGS[place - 2]) if place > 1 else "")


def _line(line: str) -> str:
    if line != "+":
        return _square(RINGS[int(line) - 1])
    inner, outer = RINGS[0], RINGS[-1]
    length = outer - inner
    return (
        f"M{MIDDLE} {MIDDLE - outer}v{length}M{MIDDLE} {MIDDLE + inner}v{length}"
        f"M{MIDDLE - outer} {MIDDLE}h{length}M{MIDDLE + inner} {MIDDLE}h{length}"
    )


def _places(point: str) -> Iterator[tuple[int, int]]:
    """The points of this kind: four, or two of them."""
    which = "abcdef".index(point.lower())
    ring = RINGS[which // 2]
    corners, middles = ((1, -1), (-1, 1), (1, 1), (-1, -1)), ((0, -1), (0, 1), (1, 0), (-1, 0))
    for x, y in (middles if which % 2 else corners)[: 2 if point.isupper() else 4]:
        yield MIDDLE + x * ring, MIDDLE + y * ring


def _stone(x: int, y: int) -> str:
    width = 2 * STONE
    return f"M{x - STONE:g} {y}a{STONE} {STONE} 0 1 0 {width:g} 0a{STONE} {STONE} 0 1 0-{width:g} 0z"
