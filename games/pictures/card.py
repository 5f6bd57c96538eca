"""The preview picture of a link: a board on the left, and the players and the state of the game on the right."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from games.pictures import letters
from games.pictures.board import SIZE, XMLNS, BoardPicture, stone
from muehle import Color

WIDTH: Final = 1200
HEIGHT: Final = 630
BOARD: Final = 518
EDGE: Final = (HEIGHT - BOARD) // 2
LEFT: Final = EDGE + BOARD + 72
ROOM: Final = WIDTH - LEFT - EDGE
WORDMARK: Final = "Mühle"
# Sizes of the sentence, each with the lines for which there is room.
WORDS: Final = ((34, 3), (28, 4), (24, 5), (21, 6))


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayer:
    """A player's name, and whether they have the first side."""

    name: str
    is_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The board with up to two players (the upper one first) or a headline, a sentence, and a note in small print."""

    board: BoardPicture
    seats: tuple[CardPlayer, ...] = ()
    headline: str = ""
    words: str = ""
    note: str = ""

    def svg(self) -> str:
        """The card as an SVG file."""
        frame = f'<svg xmlns="{XMLNS}" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        title = f"<title>{escape(self.board.title)}</title>" if self.board.title else ""
        return f"{frame}{title}{''.join(self._shapes())}</svg>\n"

    def _shapes(self) -> Iterator[str]:
        style = self.board.style
        yield f'<path fill="{style.paper}" d="M0 0h{WIDTH}v{HEIGHT}h-{WIDTH}z"/>'
        around = BOARD + 32
        yield f'<rect fill="{style.frame}" x="{EDGE - 16}" y="{EDGE - 16}" width="{around}" height="{around}" rx="6"/>'
        yield f'<g transform="translate({EDGE} {EDGE}) scale({BOARD / SIZE:.5f})">{self.board.shapes()}</g>'
        yield from self._wordmark()
        yield from self._seats()
        yield from self._headline()
        yield from self._words()

    def _wordmark(self) -> Iterator[str]:
        style, top = self.board.style, EDGE - 8
        yield (
            f'<g transform="translate({LEFT} {top}) scale(1.75)"><g fill="none" stroke="{style.ink}" stroke-width="2">'
            '<path d="M3 3h26v26H3zM9 9h14v14H9z"/><path d="M16 3v6m0 14v6M3 16h6m14 0h6"/></g>'
            f'<g fill="{style.accent}"><circle cx="9" cy="9" r="3.4"/><circle cx="16" cy="9" r="3.4"/>'
            '<circle cx="23" cy="9" r="3.4"/></g></g>'
        )
        yield letters.heading().shape(WORDMARK, x=LEFT + 72, y=top + 42, size=44, fill=style.ink)

    def _seats(self) -> Iterator[str]:
        face, style = letters.heading(), self.board.style
        colours = dict(zip(Color, (style.stones[colour] for colour in self.board.colours), strict=True))
        names = [face.fitted(seat.name, size=60, width=ROOM - 76) for seat in self.seats]
        size = min((size for _name, size in names), default=0)
        for seat, (name, _size), y in zip(self.seats, names, (232, 322), strict=False):
            side = Color.WHITE if seat.is_first else Color.BLACK
            drawn = stone(side, colours[side], style)
            yield f'<g transform="translate({LEFT + 27} {y - 19}) scale(.72)">{drawn}</g>'
            yield face.shape(name, x=LEFT + 76, y=y, size=size, fill=style.ink)

    def _headline(self) -> Iterator[str]:
        face = letters.heading()
        for index, line in enumerate(face.wrapped(self.headline, size=62, width=ROOM, lines=3)):
            yield face.shape(line, x=LEFT, y=236 + 74 * index, size=62, fill=self.board.style.ink)

    def _words(self) -> Iterator[str]:
        face, style = letters.text(), self.board.style
        size, lines = face.wrapped_whole(self.words, WORDS, width=ROOM)
        for index, line in enumerate(lines):
            yield face.shape(line, x=LEFT, y=406 + 1.35 * size * index, size=size, fill=style.ink)
        note, note_size = face.fitted(self.note, size=26, width=ROOM)
        yield face.shape(note, x=LEFT, y=HEIGHT - EDGE + 10, size=note_size, fill=style.muted)
