"""Asking for the review of a game."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction

from accounts.models import User
from games.core.event_log import Entry
from games.core.models.games import Game
from games.core.queries import current_game
from games.play.events import GAME_FINISHED
from games.reviews.errors import GameOngoing, NothingToReview, TooManyReviews
from games.reviews.models import GameReview
from games.reviews.queries import is_of, is_so_far_of
from games.reviews.version import version_for
from kit import database_time
from kit.errors import raises

# Unfinished ones that a user has asked for.
MOST_WAITING: Final = 3


@raises(current_game, GameOngoing, NothingToReview, TooManyReviews)
def ask_for_review(number: int, user: User) -> GameReview:
    """The review of an ended game, which a worker makes if there is none yet.

    One that was made by an older version or with fewer tables, or that has failed, is made anew.
    """
    game = current_game(number)
    if game.is_ongoing:
        raise GameOngoing(game)
    if not game.ply:
        raise NothingToReview(game)
    with transaction.atomic():
        # Requests of a user wait for each other, so that they are counted right.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        found = GameReview.objects.select_for_update().filter(game=game).first()
        if found is not None and is_current(found, game):
            return found
        waiting = GameReview.objects.waiting().filter(requested_by=user).count()
        if waiting >= MOST_WAITING:
            raise TooManyReviews(count=waiting)
        return _begin(game, user)


@raises(current_game, NothingToReview)
def ask_for_case_review(number: int, arbiter: User) -> GameReview:
    """The review of a game as far as it has come, for a case. Only staff sees that of an ongoing game."""
    game = current_game(number)
    if not game.ply:
        raise NothingToReview(game)
    with transaction.atomic():
        found = GameReview.objects.select_for_update().filter(game=game).first()
        if found is not None and _is_current_for_case(found, game):
            return found
        return _begin(game, arbiter)


def _is_current_for_case(review: GameReview, game: Game) -> bool:
    is_up_to_now = review.plies == game.ply and is_so_far_of(review, game)
    return (is_up_to_now if game.is_ongoing else is_of(review, game)) and _is_by_this_version(review, game)


def is_current(review: GameReview, game: Game) -> bool:
    """Whether a review is by this version, and finished or being made."""
    return is_of(review, game) and _is_by_this_version(review, game)


def _is_by_this_version(review: GameReview, game: Game) -> bool:
    return review.version == version_for(game.ruleset) and not review.has_failed


def _begin(game: Game, user: User | None) -> GameReview:
    content: dict[str, object] = {
        "plies": game.ply,
        "requested_by": user,
        "requested_at": database_time.now(),
        "finished_at": None,
        "version": version_for(game.ruleset),
        "half_moves": [],
        "summary": {},
        "leased_until": None,
        "fence": 0,
    }
    return GameReview.objects.update_or_create(game=game, defaults=content)[0]


def hear(entries: Sequence[Entry], _now: datetime) -> None:
    """Ask for the review of each rated game that ends, if the server is to review all of them."""
    if not settings.REVIEW_RATED_GAMES:
        return
    for entry in entries:
        game = entry.game
        if entry.type == GAME_FINISHED and game is not None and game.rated and game.ply:
            _begin(game, None)
