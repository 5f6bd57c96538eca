"""A position as lines of text, for mails without markup and for readers who want no pictures.

The grid has a row and a column for each of the seven ranks and files, and one between each two of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from muehle import POINTS, Color, Position
from muehle.board import LINES_BY_NAME
from muehle.rulesets import RuleSet

SIZE: Final = 13
SIGNS: Final = {"white": "○", "black": "●", "green": "○", "pink": "●"}


@dataclass(slots=True)
class GridCell:
    """A place in the grid: a point with or without a stone ("white", "pink" …), a stretch of line, or nothing."""

    is_point: bool = False
    stone: str = ""
    ways: set[str] = field(default_factory=set)

    @property
    def kind(self) -> str:
        """The kinds of cells to draw: stone, point, across, down or nothing."""
        if self.is_point:
            return "stone" if self.stone else "point"
        if not self.ways:
            return "nothing"
        return "across" if "left" in self.ways else "down"


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of the grid; `rank` is the number at its side, empty between two ranks."""

    rank: str
    cells: list[GridCell]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A position as rows from top to bottom, with the letters below them."""

    rows: list[GridRow]
    files: list[str]


def drawing(position: Position, rules: RuleSet, *, is_flipped: bool) -> Drawing:
    """The position with White below, or Black if flipped."""
    grid = [[GridCell() for _column in range(SIZE)] for _row in range(SIZE)]
    for line in LINES_BY_NAME:
        _draw_line(grid, _place(line[0]), _place(line[2]))
    for name in POINTS:
        row, column = _place(name)
        grid[row][column].is_point = True
    for color, shown in zip(Color, rules.colours, strict=True):
        for name in position.stones(color):
            row, column = _place(name)
            grid[row][column].stone = shown
    rows = [GridRow(str(7 - index // 2) if index % 2 == 0 else "", cells) for index, cells in enumerate(grid)]
    files = [letter for name in "abcdefg" for letter in (name, "")][:-1]
    return _flipped(rows, files) if is_flipped else Drawing(rows, files)


def as_text(drawn: Drawing) -> str:
    """The drawing for a mail without markup, in a font of fixed width."""
    lines = [f"{row.rank or ' '} {''.join(_strokes(row.cells))}".rstrip() for row in drawn.rows]
    letters = "".join(letter or "   " for letter in drawn.files)
    return "\n".join([*lines, f"  {letters}"])


def _place(name: str) -> tuple[int, int]:
    """Row and column of a point in the grid, White below."""
    return 2 * (7 - int(name[1])), 2 * "abcdefg".index(name[0])


def _draw_line(grid: list[list[GridCell]], start: tuple[int, int], end: tuple[int, int]) -> None:
    rows, columns = sorted((start[0], end[0])), sorted((start[1], end[1]))
    before, after = ("left", "right") if rows[0] == rows[1] else ("up", "down")
    places = [(row, column) for row in range(rows[0], rows[1] + 1) for column in range(columns[0], columns[1] + 1)]
    for index, (row, column) in enumerate(places):
        grid[row][column].ways |= ({before} if index else set()) | ({after} if index < len(places) - 1 else set())


def _flipped(rows: list[GridRow], files: list[str]) -> Drawing:
    turned = {"left": "right", "right": "left", "up": "down", "down": "up"}
    for row in rows:
        row.cells.reverse()
        for cell in row.cells:
            cell.ways = {turned[way] for way in cell.ways}
    return Drawing(rows[::-1], files[::-1])


def _strokes(cells: list[GridCell]) -> Iterator[str]:
    for column, cell in enumerate(cells):
        across, width = "─" if "left" in cell.ways else " ", 1 if column % 2 == 0 else 3
        if cell.is_point:
            yield SIGNS[cell.stone] if cell.stone else "·"
        elif cell.kind == "down":
            yield "│".center(width)
        else:
            yield across * width
