"""Boards as pictures, for rules, lists and previews. The playable board is in the game page.

A picture is SVG without scripts or styles; its colours are in the style sheet. The empty board is drawn once per page
as a symbol (web/_sprite.html), and pictures refer to it.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django import template

from games.core.labels import stone_name
from games.core.models.games import Game
from muehle import Color, Move, Position
from muehle.board import POINTS

register = template.Library()

# A board of 100 × 100 units: seven files and ranks, 13 apart.
_MARGIN, _STEP = 11, 13


class DiagramPoint(NamedTuple):
    """A place in a picture."""

    x: int
    y: int


def spot(point: str) -> DiagramPoint:
    """The place of a point in a picture."""
    return DiagramPoint(_MARGIN + _STEP * (ord(point[0]) - ord("a")), _MARGIN + _STEP * (7 - int(point[1])))


SPOTS = {point: spot(point) for point in POINTS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagram:
    """A position with highlights; `says` is a description for screen readers.

    `mill`: ringed stones; `free`: points marked as targets; `taken`: crossed-out stones; `arrows`: pairs of points;
    `last`: the last move.
    """

    position: Position
    says: str
    mill: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()
    last: Move | None = None
    colours: tuple[str, str] = ("white", "black")
    labels: bool = False
    size: str = "medium"
    stones: tuple[dict[str, Any], ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "stones", tuple(self._stones()))

    def _stones(self) -> list[dict[str, Any]]:
        marked = {"mill": self.mill, "taken": self.taken, "last": (self.last.target,) if self.last else ()}
        return [
            {"at": SPOTS[point], "colour": colour} | {name: point in points for name, points in marked.items()}
            for color, colour in zip(Color, self.colours, strict=True)
            for point in self.position.stones(color)
        ]


@register.inclusion_tag("web/_diagram.html")
def diagram(picture: Diagram) -> dict[str, Any]:
    """The picture as SVG."""
    return {
        "picture": picture,
        "free": [SPOTS[point] for point in picture.free],
        "arrows": [_arrow(SPOTS[source], SPOTS[target]) for source, target in picture.arrows],
        "left": SPOTS[picture.last.source] if picture.last and picture.last.source else None,
        "emptied": SPOTS[picture.last.removed] if picture.last and picture.last.removed else None,
        "files": [(file, _MARGIN + _STEP * index) for index, file in enumerate("abcdefg")] if picture.labels else (),
        "ranks": [(7 - index, _MARGIN + _STEP * index) for index in range(7)] if picture.labels else (),
    }


def _arrow(source: DiagramPoint, target: DiagramPoint) -> dict[str, Any]:
    """An arrow from the edge of one stone to just before the middle of the other point."""
    length = ((target.x - source.x) ** 2 + (target.y - source.y) ** 2) ** 0.5
    step_x, step_y = (target.x - source.x) / length, (target.y - source.y) / length
    start = DiagramPoint(round(source.x + 5.5 * step_x), round(source.y + 5.5 * step_y))
    end_x, end_y = target.x - 2.5 * step_x, target.y - 2.5 * step_y
    wing_x, wing_y = end_x - 3.5 * step_x, end_y - 3.5 * step_y
    aside_x, aside_y = -2.2 * step_y, 2.2 * step_x
    head = (end_x, end_y), (wing_x + aside_x, wing_y + aside_y), (wing_x - aside_x, wing_y - aside_y)
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in head)
    return {"start": start, "end_x": f"{wing_x:.1f}", "end_y": f"{wing_y:.1f}", "head": points}


@register.inclusion_tag("web/_diagram.html")
def thumbnail(game: Game) -> dict[str, Any]:
    """The position of a game as a small picture. Screen readers get the text beside it."""
    last = Move.parse(game.last_move) if game.last_move else None
    colours = (stone_name(game, Color.WHITE), stone_name(game, Color.BLACK))
    return diagram(Diagram(position=game.board, says="", last=last, colours=colours, size="small"))
