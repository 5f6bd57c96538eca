"""No help in ongoing games: whether a position is near one of a game that a player has not finished.

Only the stones on the board are compared: whoever types the board of their game with other hands, or with the other
side to move, gets no help either. Nothing is generated: a half-move adds at most one stone of its side and takes at
most one of the other. That refuses too much rather than too little.
"""

from collections.abc import Iterable
from typing import Final

from games.analysis.errors import ForbiddenWhilePlaying
from games.core.models.games import Game
from kit.errors import raises
from muehle import SYMMETRIES, Position

# Four half-moves are two of each side.
HALF_MOVES: Final = 2


@raises(ForbiddenWhilePlaying)
def require_not_playing(user_id: int, position: Position) -> None:
    """Refuse a position that is near one of an ongoing game of the user."""
    games = Game.objects.ongoing().of(user_id).order_by().values_list("position", flat=True)
    if is_near(map(Position.read, games), position):
        raise ForbiddenWhilePlaying


def is_near(games: Iterable[Position], asked: Position) -> bool:
    """Whether the board can occur in the next four half-moves of a game, as far as stones are counted.

    So can the board that is turned, mirrored, inside out, or has its colours exchanged. Every board of the two
    half-moves before is among them: what one half-move of a side has changed, two can change back, but for a stone that
    was taken, and boards with up to two stones more are included.
    """
    sides = (asked, asked.swapped())
    same = (side.transformed(symmetry) for side in sides for symmetry in SYMMETRIES)
    images = {(image.white, image.black) for image in same}
    return any(
        _may_follow(game.white, white) and _may_follow(game.black, black) for game in games for white, black in images
    )


def _may_follow(before: int, after: int) -> bool:
    """Whether the stones of a side, one bit for each point, allow that so few half-moves of each side are between."""
    added, fewer = (after & ~before).bit_count(), before.bit_count() - after.bit_count()
    return added <= HALF_MOVES and fewer <= HALF_MOVES
