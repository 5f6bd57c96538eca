"""Drawing a position on pages: points, stones, marks, their descriptions, and the stones beside the board."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.labels import shown_colour, stones_in_words
from games.pictures.board import MARGIN, STEP
from games.pictures.orientation import FILES
from muehle import POINTS, Color, Move, Position
from muehle.board import LINES_BY_NAME, STONES_EACH
from muehle.rulesets import RULESETS, RuleSet

RINGS: Final = (_("outer ring"), _("middle ring"), _("inner ring"))
PLACES: Final = {
    (-1, -1): _("top left"),
    (0, -1): _("top"),
    (1, -1): _("top right"),
    (-1, 0): _("left"),
    (1, 0): _("right"),
    (-1, 1): _("bottom left"),
    (0, 1): _("bottom"),
    (1, 1): _("bottom right"),
}
STONES: Final[dict[str, Promise]] = {
    "white": _("white stone"),
    "black": _("black stone"),
    "green": _("green stone"),
    "pink": _("pink stone"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A point of a drawn board. Column and row count from 1 at the top left of the drawing."""

    name: str
    column: int
    row: int
    stone: Color | None
    in_mill: bool
    place: str
    content: str

    @property
    def x(self) -> int:
        return MARGIN + STEP * (self.column - 1)

    @property
    def y(self) -> int:
        return MARGIN + STEP * (self.row - 1)

    @property
    def label(self) -> str:
        """The description for screen readers: `d6, middle ring, top: white stone, in a mill`."""
        return f"{self.name}, {self.place}: {self.content}"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A closed mill as a line between its ends."""

    color: Color
    start: Spot
    end: Spot


@dataclass(frozen=True, kw_only=True)
class Board:
    """A position as it is drawn. `flipped` rotates it for Black, which changes the drawing but no names."""

    position: Position
    rules: RuleSet
    flipped: bool = False
    last_move: Move | None = None
    label: str = ""
    marks: bool = True

    @cached_property
    def spots(self) -> dict[str, Spot]:
        """The points by name, in board order."""
        stones = {name: color for color in Color for name in self.position.stones(color)}
        in_mills = {name for color in Color for mill in self.position.mills(color) for name in mill}
        return {name: self._spot(name, stones.get(name), in_mill=name in in_mills) for name in POINTS}

    def _spot(self, name: str, stone: Color | None, *, in_mill: bool) -> Spot:
        column, row = cell(name, flipped=self.flipped)
        content = content_words(shown_colour(self.rules, stone) if stone else None, in_mill=in_mill)
        place = place_words(column, row)
        return Spot(name=name, column=column, row=row, stone=stone, in_mill=in_mill, place=place, content=content)

    @property
    def stones(self) -> list[Spot]:
        return [spot for spot in self.spots.values() if spot.stone]

    @property
    def mills(self) -> Iterator[Stroke]:
        """The closed mills of both sides, if they are to be marked."""
        if not self.marks:
            return
        for color in Color:
            for first, _middle, last in self.position.mills(color):
                yield Stroke(color, self.spots[first], self.spots[last])

    @property
    def came_from(self) -> Spot | None:
        return self._marked(self.last_move.source) if self.last_move else None

    @property
    def went_to(self) -> Spot | None:
        return self._marked(self.last_move.target) if self.last_move else None

    @property
    def was_taken(self) -> Spot | None:
        return self._marked(self.last_move.removed) if self.last_move else None

    def _marked(self, name: str | None) -> Spot | None:
        return self.spots[name] if name and self.marks else None

    @property
    def words(self) -> str:
        """A description of the position for screen readers."""
        return stones_in_words(self.position, self.rules)

    @property
    def colours(self) -> str:
        """The pair of stone colours under the rules, for the style sheet: green-pink."""
        return "-".join(RULESETS[self.rules.name].colours)

    @property
    def stone_names(self) -> dict[str, str]:
        """The name of a stone of each side."""
        return {color.value: str(STONES[shown_colour(self.rules, color)]) for color in Color}

    @property
    def ranks(self) -> list[tuple[str, int]]:
        """The rank numbers from top to bottom, each with its y position in the drawing."""
        return _spread("1234567" if self.flipped else "7654321")

    @property
    def files(self) -> list[tuple[str, int]]:
        """The file letters from left to right, each with its x position in the drawing."""
        return _spread(FILES[::-1] if self.flipped else FILES)


def cell(name: str, *, flipped: bool = False) -> tuple[int, int]:
    """Column and row of a point in the drawing, counted from 1 at the top left."""
    column, row = FILES.index(name[0]) + 1, 8 - int(name[1])
    return (8 - column, 8 - row) if flipped else (column, row)


def place_words(column: int, row: int) -> str:
    """The place of a point in the drawing, whichever way the board is turned: `middle ring, top`."""
    across, down = column - 4, row - 4
    ring = RINGS[3 - max(abs(across), abs(down))]
    place = PLACES[(across > 0) - (across < 0), (down > 0) - (down < 0)]
    return f"{ring}, {place}"


def content_words(stone: str | None, *, in_mill: bool = False) -> str:
    """The content of a point: `free`, `white stone`, `white stone, in a mill`."""
    if stone is None:
        return gettext("free")
    return gettext("%(stone)s, in a mill") % {"stone": STONES[stone]} if in_mill else str(STONES[stone])


def _spread(names: str) -> list[tuple[str, int]]:
    return [(name, MARGIN + STEP * index) for index, name in enumerate(names)]


def lines_as_text() -> str:
    """The sixteen lines, for scripts that mark closed mills: `a7d7g7 b6d6f6 …`."""
    return " ".join("".join(line) for line in LINES_BY_NAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tray:
    """The stones of one side that are in hand and those that are lost; the others are on the board."""

    color: Color
    hand: int
    lost: int

    @property
    def slots(self) -> list[str]:
        """The state of the nine stones, in order: hand, board, lost."""
        on_board = STONES_EACH - self.hand - self.lost
        return ["hand"] * self.hand + ["board"] * on_board + ["lost"] * self.lost

    @property
    def figure(self) -> str:
        """The same where there is no room for nine slots: 6 −2."""
        return " ".join([str(self.hand)] * bool(self.hand) + [f"−{self.lost}"] * bool(self.lost))

    @property
    def words(self) -> str:
        return gettext("%(hand)s in hand, %(lost)s lost") % {"hand": self.hand, "lost": self.lost}
