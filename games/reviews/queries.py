"""Reads about reviews."""

from django.db.models import Min, Q

from games.core.models.games import Game
from games.core.queries import current_game
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
    """Whether a review is of the game as it stands; a game can be resumed by a decision."""
    return not game.is_ongoing and review.plies == game.ply


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
