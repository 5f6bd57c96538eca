"""The Zwickmühle programme: move a stone to and fro and take stones, until a decision of the player is needed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from muehle.board import closing_points
from muehle.generation import routes
from muehle.moves import Move
from muehle.position import Position
from muehle.rulesets import RuleSet
from muehle.zwickmuehle import Zwickmuehle


class Stop(StrEnum):
    """Why a programme stops."""

    STONE_LOST = "stone_lost"
    THREE_STONES = "three_stones"
    BROKEN = "broken"
    NOTHING_TO_TAKE = "nothing_to_take"
    THREATENED = "threatened"


@dataclass(frozen=True, slots=True)
class Programme:
    """A stone between the points `u` and `v`.

    Of the stones that can be taken, it takes the first one listed in `take`.
    """

    u: str
    v: str
    take: tuple[str, ...]


def zwickmuehle_for(programme: Programme, position: Position, *, own_turn: bool = True) -> Zwickmuehle | None:
    """The Zwickmühle that the programme uses, of the side to move or of the other one."""
    color = position.to_move if own_turn else position.to_move.opponent
    if position.hand(color):
        return None
    edge = {programme.u, programme.v}
    return next((found for found in position.zwickmuehlen(color) if {found.u, found.v} == edge), None)


def next_move(programme: Programme, position: Position, rules: RuleSet, *, last: Move) -> Move | Stop:
    """The move of the programme after the opponent's `last` move, or the reason why it stops."""
    opponent = position.to_move.opponent
    if last.removed:
        return Stop.STONE_LOST
    if position.points(opponent).bit_count() + position.hand(opponent) <= 3:
        return Stop.THREE_STONES
    found = zwickmuehle_for(programme, position)
    if found is None:
        return Stop.BROKEN
    moves = [Move(found.u, found.v, taken) for taken in programme.take]
    move = next((move for move in moves if position.is_legal(move, rules)), None)
    if move is None:
        return Stop.NOTHING_TO_TAKE
    return Stop.THREATENED if _can_close_a_mill(position.play(move, rules)) else move


def _can_close_a_mill(position: Position) -> bool:
    own, other, hand, _ = position.turn
    return any(targets & closing_points(own ^ source) for source, targets in routes(own, other, hand))
