"""Reads about reviews."""

from django.db.models import Min, Q

from games.core.models.games import Game
from games.core.queries import current_game, moves_of
from games.reviews.models import GameReview, ReviewQuerySet
from kit import database_time
from kit.errors import NotFound, raises


@raises(current_game, NotFound)
def review_of(number: int) -> GameReview:
    """The review of an ended game, finished or not; NotFound if nobody has asked for it."""
    review = find_review(current_game(number))
    if review is None:
        raise NotFound
    return review


def find_review(game: Game) -> GameReview | None:
    """The review of a game as it stands, finished or not."""
    review = GameReview.objects.filter(game=game).first()
    return review if review is not None and is_of(review, game) else None


def is_of(review: GameReview, game: Game) -> bool:
    """Whether a review is of the game as it has ended.

    It is not if a decision has resumed the game since, or if it was asked for by an arbiter while the game went on.
    """
    has_ended = game.finished_at is not None and review.requested_at >= game.finished_at
    return has_ended and review.plies == game.ply


def find_review_for_case(game: Game) -> GameReview | None:
    """For staff alone: the review of a game as far as it had come when it was asked for, also of an ongoing game."""
    review = GameReview.objects.filter(game=game).first()
    return review if review is not None and is_so_far_of(review, game) else None


def is_so_far_of(review: GameReview, game: Game) -> bool:
    """Whether a review is of the half-moves that a game began with; some can be taken back."""
    # From the last half-move to the first.
    judged = [half_move["move"] for half_move in review.half_moves]
    played = [move.notation for move in moves_of(game)[: review.plies]]
    return review.plies <= game.ply and played[::-1][: len(judged)] == judged


def free_reviews() -> ReviewQuerySet:
    """Reviews that wait for a worker."""
    now = database_time.now()
    return GameReview.objects.waiting().filter(Q(leased_until=None) | Q(leased_until__lte=now))


def is_any_free() -> bool:
    return free_reviews().exists()


def waiting_seconds() -> float:
    """For how long the oldest unfinished review has waited; 0 if there is none."""
    oldest = GameReview.objects.waiting().aggregate(oldest=Min("requested_at"))["oldest"]
    return max(0.0, (database_time.now() - oldest).total_seconds()) if oldest else 0.0
