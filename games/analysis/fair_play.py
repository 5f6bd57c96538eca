"""No help in ongoing games: whether a position is near one of a game that a player has not finished.

Only the stones on the board are compared: whoever types the board of their game with other hands, or with the other
side to move, gets no help either. Nothing is generated: a half-move adds at most one stone of its side and takes at
most one of the other. That refuses too much rather than too little.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from django.db.models.functions import Left

from games.analysis.errors import ForbiddenWhilePlaying
from games.core.models.games import Game
from games.core.models.moves import Move as StoredMove
from kit.errors import raises
from muehle import POINTS, SYMMETRIES, Move, Position, RuleSet

# Four half-moves are two of each side.
HALF_MOVES: Final = 2
# Boards with fewer stones occur in most games.
FEWEST_STONES: Final = 4


@raises(ForbiddenWhilePlaying)
def require_not_playing(user_id: int, position: Position) -> None:
    """Refuse a position that is near one of an ongoing game of the user, or has occurred in one."""
    games = _present_positions(user_id)
    if is_near(games, position) or (games and _has_occurred(user_id, position)):
        raise ForbiddenWhilePlaying


def before_refused(user_id: int, position: Position, line: Sequence[Move], rules: RuleSet) -> list[Move]:
    """The moves of a line up to the first position that would be refused itself."""
    games, kept = _present_positions(user_id), list[Move]()
    for move in line:
        position = position.play(move, rules)
        if is_near(games, position):
            break
        kept.append(move)
    return kept


def _present_positions(user_id: int) -> list[Position]:
    games = Game.objects.ongoing().of(user_id).order_by().values_list("position", flat=True)
    return list(map(Position.read, games))


def _has_occurred(user_id: int, asked: Position) -> bool:
    """Whether an ongoing game of the user had that board, or an image of it."""
    if (asked.white | asked.black).bit_count() < FEWEST_STONES:
        return False
    boards = {image.text[: len(POINTS)] for image in _images(asked)}
    of_user = Game.objects.ongoing().of(user_id).order_by()
    return (
        StoredMove.objects.filter(game__in=of_user)
        .alias(board=Left("position", len(POINTS)))
        .filter(board__in=boards)
        .exists()
    )


def is_near(games: Iterable[Position], asked: Position) -> bool:
    """Whether the board can occur in the next four half-moves of a game, as far as stones are counted.

    So can the board that is turned, mirrored, inside out, or has its colours exchanged. Every board of the two
    half-moves before is among them: what one half-move of a side has changed, two can change back, but for a stone that
    was taken, and boards with up to two stones more are included.
    """
    images = {(image.white, image.black) for image in _images(asked)}
    return any(
        _may_follow(game.white, white) and _may_follow(game.black, black) for game in games for white, black in images
    )


def _images(position: Position) -> list[Position]:
    """The position in all symmetries of the board, and with its colours exchanged."""
    sides = (position, position.swapped())
    return [side.transformed(symmetry) for side in sides for symmetry in SYMMETRIES]


def _may_follow(before: int, after: int) -> bool:
    """Whether the stones of a side, one bit for each point, allow that so few half-moves of each side are between."""
    added, fewer = (after & ~before).bit_count(), before.bit_count() - after.bit_count()
    return added <= HALF_MOVES and fewer <= HALF_MOVES
