"""How a worker makes reviews, half-move by half-move."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

import structlog
from django.db import transaction

from games.core import event_log
from games.core.locking import locked_game, read_game
from games.core.models.games import Game
from games.core.queries import moves_of, positions_before
from games.reviews import agreement
from games.reviews.events import game_reviewed
from games.reviews.half_moves import as_data, from_data, reviewed_moves
from games.reviews.models import GameReview, ReviewQuerySet
from games.reviews.queries import free_reviews, is_of
from games.solved.tables import open_tables
from kit import database_time
from muehle import Color, Move, Position
from muehle import Game as PlayedGame
from muehle_engine.reviewing import ReviewedMove, accuracy, review_move, turning_point

log = structlog.get_logger(__name__)

WINNERS: Final[dict[str, Color]] = {Game.Result.WHITE_WON: Color.WHITE, Game.Result.BLACK_WON: Color.BLACK}
# Longer than a half-move takes on a busy machine.
LEASE: Final = timedelta(seconds=30)


def review_next() -> int:
    """Judge one half-move of the review that waits longest; 0 if none waits.

    Several workers take different reviews. If one fails by an error, the lease stays, and the review comes up again
    when it has run out.
    """
    review = _take()
    if review is None:
        return 0
    try:
        _go_on(review)
    except Exception:
        log.exception("review_failed", game=review.game_id)
    return 1


@transaction.atomic
def _take() -> GameReview | None:
    review = free_reviews().order_by("requested_at").select_for_update(skip_locked=True).first()
    if review is None:
        return None
    review.fence += 1
    review.leased_until = database_time.now() + LEASE
    review.save(update_fields=["fence", "leased_until"])
    return review


def _go_on(review: GameReview) -> None:
    game = read_game(review.game_id)
    played = moves_of(game)[: review.plies]
    if len(played) < review.plies:
        # Half-moves were taken back.
        _leased(review).delete()
        return
    moves = [Move.parse(move.notation) for move in played]
    left = len(moves) - len(review.half_moves)
    if left:
        following = from_data(review.half_moves[-1]).best if review.half_moves else None
        judged = review_move(_game_before(game, moves[: left - 1]), moves[left - 1], following, tables=open_tables())
        review.half_moves.append(as_data(judged))
    ours = _leased(review)
    if len(review.half_moves) < len(moves):
        ours.update(half_moves=review.half_moves, leased_until=None)
        return
    reviewed = reviewed_moves(review)
    summary = _summary(game, reviewed)
    with transaction.atomic():
        # Whoever ends a game holds its row as well when it asks for a review.
        locked = locked_game(game.number)
        now = locked.locked_at
        done = ours.update(half_moves=review.half_moves, summary=summary, finished_at=now, leased_until=None)
        # That of an ongoing game is for a case, and its players hear nothing of it.
        if done and is_of(review, locked):
            agreement.store(review, locked, reviewed, positions_before(played))
            event_log.record([game_reviewed(game, summary)], now=now)


def _leased(review: GameReview) -> ReviewQuerySet:
    """The row, unless another worker has leased it since, or the review was begun anew."""
    return GameReview.objects.filter(pk=review.pk, requested_at=review.requested_at, fence=review.fence)


def _game_before(game: Game, moves: Sequence[Move]) -> PlayedGame:
    before = PlayedGame(game.ruleset)
    for move in moves:
        before.play(move)
    return before


def _summary(game: Game, reviewed: Sequence[ReviewedMove]) -> dict[str, Any]:
    """Accuracy of both sides, and the half-move that turned the game."""
    winner = WINNERS.get(game.result)
    index = turning_point(reviewed, Position.start().to_move, winner)
    return {
        "accuracy": {"white": _rounded(accuracy(reviewed[::2])), "black": _rounded(accuracy(reviewed[1::2]))},
        "turning_point": None if index is None else index + 1,
    }


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 1)
