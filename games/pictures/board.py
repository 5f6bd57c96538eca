"""A position as a square picture."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from games.pictures import letters, stones
from games.pictures.orientation import UPRIGHT, Orientation
from games.pictures.styles import WOOD, StoneColours, Style
from muehle import POINTS, Color, Move, Position

# Units as on the board of the game's page: seven files one step apart, and a margin.
STEP: Final = 100
MARGIN: Final = 62
SIZE: Final = 2 * MARGIN + 6 * STEP
PIXELS: Final = 600
# A strip below the board, as wide as it.
CAPTION: Final = 80
XMLNS: Final = "http://www.w3.org/2000/svg"
LINES: Final = (
    "M62 62h600v600h-600zM162 162h400v400h-400zM262 262h200v200h-200zM362 62v200M362 462v200M62 362h200M462 362h200"
)
# The lines of the wood grain, and their amplitudes.
_GRAIN: Final = tuple((y * 31 + (y * y * 7) % 17, (y * 5) % 13 - 6, (y * 11) % 9 - 4) for y in range(24))
_IDS: Final = {Color.WHITE: "w", Color.BLACK: "b"}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPicture:
    """A position to draw. `lies` is the orientation of the board; `title` is the description for screen readers.

    `colours` are those of the rule set, first side first.
    """

    position: Position
    style: Style = WOOD
    colours: tuple[str, str] = ("white", "black")
    lies: Orientation = UPRIGHT
    last_move: Move | None = None
    title: str = ""
    caption: str = ""

    def svg(self) -> str:
        """The picture as an SVG file; a caption adds to its height."""
        height = SIZE + CAPTION if self.caption else SIZE
        pixels = round(PIXELS * height / SIZE)
        frame = f'<svg xmlns="{XMLNS}" width="{PIXELS}" height="{pixels}" viewBox="0 0 {SIZE} {height}">'
        title = f"<title>{escape(self.title)}</title>" if self.title else ""
        return f"{frame}{title}{self.shapes()}{self._caption()}</svg>\n"

    def shapes(self) -> str:
        """The drawing, in units of the board, from 0 to 724 in both directions."""
        return "".join(self._shapes())

    def _shapes(self) -> Iterator[str]:
        style = self.style
        yield _definitions(self.colours, style)
        yield f'<path fill="{style.surface}" d="M0 0h{SIZE}v{SIZE}h-{SIZE}z"/>'
        yield _grain(style)
        yield from self._coordinates()
        pen = f'stroke="{style.line}" stroke-width="{style.line_width}" stroke-linejoin="round"'
        yield f'<path fill="none" {pen} d="{LINES}"/>'
        dimples = "".join(f"M{x - 9} {y}a9 9 0 1 0 18 0a9 9 0 1 0-18 0z" for x, y in map(self._place, POINTS))
        yield f'<path fill="{style.line}" d="{dimples}"/>'
        yield from self._mills()
        yield from self._last_move()
        yield from self._stones()

    def _caption(self) -> str:
        if not self.caption:
            return ""
        text, size = letters.text().fitted(self.caption, size=30, width=SIZE - 40)
        words = letters.text().shape(text, x=SIZE / 2, y=SIZE + 50, size=size, fill=self.style.ink, anchor="middle")
        return f'<path fill="{self.style.paper}" d="M0 {SIZE}h{SIZE}v{CAPTION}h-{SIZE}z"/>{words}'

    def _coordinates(self) -> Iterator[str]:
        below, beside = self.lies.coordinates
        face, fill = letters.text(), self.style.line
        for index in range(7):
            there = MARGIN + STEP * index
            yield face.shape(below[index], x=there, y=SIZE - 5, size=21, fill=fill, anchor="middle")
            yield face.shape(beside[index], x=11, y=there + 7, size=21, fill=fill, anchor="middle")

    def _mills(self) -> Iterator[str]:
        for color in Color:
            for first, _middle, last in self.position.mills(color):
                (x1, y1), (x2, y2) = self._place(first), self._place(last)
                yield (
                    f'<path stroke="{self.style.mill}" stroke-width="10" stroke-linecap="round" '
                    f'd="M{x1} {y1}L{x2} {y2}"/>'
                )

    def _last_move(self) -> Iterator[str]:
        if self.last_move is None:
            return
        ring = f'fill="none" stroke="{self.style.last}" stroke-width="4"'
        if self.last_move.source:
            x, y = self._place(self.last_move.source)
            yield f'<circle {ring} stroke-linecap="round" stroke-dasharray="7 8" cx="{x}" cy="{y}" r="24"/>'
        x, y = self._place(self.last_move.target)
        yield f'<circle {ring} cx="{x}" cy="{y}" r="44"/>'
        if self.last_move.removed:
            x, y = self._place(self.last_move.removed)
            yield (
                f'<path fill="none" stroke="{self.style.taken}" stroke-width="5" stroke-linecap="round" '
                f'd="M{x - 17} {y - 17}l34 34m0-34l-34 34"/>'
            )

    def _stones(self) -> Iterator[str]:
        for color in Color:
            for name in self.position.stones(color):
                x, y = self._place(name)
                yield f'<use href="#{_IDS[color]}" x="{x}" y="{y}"/>'

    def _place(self, name: str) -> tuple[int, int]:
        column, row = self.lies.cell(name)
        return MARGIN + STEP * column, MARGIN + STEP * row


def _definitions(colours: tuple[str, str], style: Style) -> str:
    drawn = (
        f'<g id="{_IDS[color]}">{stone(color, style.stones[colour], style)}</g>'
        for color, colour in zip(Color, colours, strict=True)
    )
    return f"<defs>{''.join(drawn)}</defs>"


def stone(color: Color, colours: StoneColours, style: Style) -> str:
    """A stone of this side. Its centre is 0."""
    line = f'fill="none" stroke="{colours.ring}"'
    paint = {
        "rim": f'fill="{colours.rim}" stroke="{colours.edge}" stroke-width="{style.edge_width}"',
        "face": f'fill="{colours.face}"',
        "ring": line,
        "knurl": line,
        "eye": f'fill="{colours.ring}"',
    }
    shadow = f'<circle fill="#000" fill-opacity="{style.shadow}" {stones.SHADOW}/>' if style.shadow else ""
    return shadow + stones.drawn((*stones.BODY, *stones.PATTERNS[color]), paint)


def _grain(style: Style) -> str:
    if not style.grain:
        return ""
    lines = "".join(f"M0 {y}C240 {y + a} 480 {y + b - 9} {SIZE} {y + a + b}" for y, a, b in _GRAIN)
    return f'<path fill="none" stroke="{style.grain}" stroke-opacity=".1" stroke-width="1.6" d="{lines}"/>'
