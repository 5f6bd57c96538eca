"""Boards on pages: a picture of any position. The board that is played on is part of the game page."""

from typing import Any

from django import template

from games.engine import RULESETS, Move, Position
from games.web.board import Board

register = template.Library()


@register.inclusion_tag("games/board/picture.html")
def board(
    position: Position | str,
    *,
    rules: str = "standard",
    last_move: str = "",
    flipped: bool = False,
    coordinates: bool = True,
    label: str = "",
) -> dict[str, Any]:
    """A picture of a position, given as such or as text; it fills its container and needs css/board.css.

    `last_move` is the move that led to it, `label` what a screen reader says instead of listing all stones.
    """
    picture = Board(
        position=position if isinstance(position, Position) else Position.parse(position),
        rules=RULESETS[rules],
        flipped=flipped,
        last_move=Move.parse(last_move) if last_move else None,
        label=label,
    )
    return {"board": picture, "coordinates": coordinates}
