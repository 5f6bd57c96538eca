"""Who may ask for a review, when, and what becomes of a game that is resumed."""

from collections.abc import Callable

import pytest
import time_machine
from django.test import override_settings

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.moves import Move
from games.play.actions import offer_draw, resign
from games.reviews.comments import comments_on
from games.reviews.errors import GameOngoing, NothingToReview, TooManyReviews
from games.reviews.events import GAME_REVIEWED
from games.reviews.models import GameReview, MoveAgreement
from games.reviews.queries import find_review_for_case, review_of
from games.reviews.requests import MOST_WAITING, ask_for_case_review, ask_for_review
from kit.errors import NotFound
from tests.games.reviews.conftest import MOVES, work
from tests.support.api import Api, refused
from tests.support.playing import event_types, fresh, play, unchanged


def test_anybody_with_an_account_may_ask(ended: Game, carla: User) -> None:
    review = ask_for_review(ended.number, carla)

    assert (review.game_id, review.plies, review.requested_by, review.half_moves) == (ended.pk, 8, carla, [])
    assert review_of(ended.number) == review


def test_an_ongoing_game_is_not_reviewed(game: Game, anna: User) -> None:
    play(game, "d6")

    with unchanged(), pytest.raises(GameOngoing):
        ask_for_review(game.number, anna)
    with pytest.raises(NotFound):
        review_of(game.number)


def test_a_game_without_moves_is_not_reviewed(game: Game, anna: User) -> None:
    resign(game.number, anna)

    with unchanged(), pytest.raises(NothingToReview):
        ask_for_review(game.number, anna)


def test_who_asks_again_gets_the_same_review(ended: Game, anna: User, carla: User) -> None:
    first = ask_for_review(ended.number, carla)
    work()

    again = ask_for_review(ended.number, anna)

    assert again.finished_at is not None
    assert again.requested_at == first.requested_at
    assert again.requested_by == carla


def test_a_review_by_another_version_is_made_anew(ended: Game, anna: User) -> None:
    ask_for_review(ended.number, anna)
    work()
    GameReview.objects.update(version="0:older")

    review = ask_for_review(ended.number, anna)

    assert (review.finished_at, review.half_moves, review.summary) == (None, [], {})
    assert work() == len(MOVES)
    assert review_of(ended.number).version != "0:older"


def test_a_review_that_has_failed_is_made_anew(ended: Game, anna: User) -> None:
    ask_for_review(ended.number, anna)
    GameReview.objects.update(fence=1000)
    assert review_of(ended.number).has_failed
    assert work() == 0

    assert not ask_for_review(ended.number, anna).has_failed
    assert work() == len(MOVES)


def test_a_player_waits_for_few_reviews_at_a_time(begin: Callable[..., Game], anna: User, carla: User) -> None:
    games = [resign(play(begin(), "d6").number, anna) for _ in range(MOST_WAITING + 1)]
    for game in games[:-1]:
        ask_for_review(game.number, anna)

    with unchanged(), pytest.raises(TooManyReviews):
        ask_for_review(games[-1].number, anna)
    ask_for_review(games[0].number, anna)
    ask_for_review(games[-1].number, carla)
    work()
    ask_for_review(games[-1].number, anna)


def test_a_game_that_was_resumed_has_no_review(ended: Game, anna: User) -> None:
    ask_for_review(ended.number, anna)
    ongoing = {"status": "ongoing", "result": "*", "termination": "", "finished_at": None}
    Game.objects.update(**ongoing, on_move=anna, deadline_at=ended.finished_at)
    work()

    with pytest.raises(NotFound):
        review_of(ended.number)
    assert not MoveAgreement.objects.exists()
    assert not Event.objects.filter(type=GAME_REVIEWED).exists()


def test_a_review_of_half_moves_that_were_taken_back_is_dropped(game: Game, carla: User) -> None:
    ask_for_case_review(play(game, "d6", "d2").number, carla)
    Move.objects.filter(game=game, ply=2).delete()
    Game.objects.update(ply=1)

    work()

    assert not GameReview.objects.exists()


def test_the_review_of_an_ongoing_game_is_for_its_case_alone(game: Game, api: Api, anna: User, carla: User) -> None:
    ask_for_case_review(play(game, *MOVES[:4]).number, carla)
    assert work() == 4

    made = find_review_for_case(fresh(game))
    assert made is not None
    assert made.finished_at is not None
    for client in (api(anna), api()):
        refused(client.get(f"/api/v1/games/{game.number}/review/"), 404, "not_found")
        assert b"eval" not in client.get(f"/api/v1/games/{game.number}/record/?evaluations=true").content
    assert not MoveAgreement.objects.exists()
    assert GAME_REVIEWED not in event_types(game)


def test_after_the_end_the_players_get_a_review_of_their_own(game: Game, anna: User, bert: User, carla: User) -> None:
    ask_for_case_review(play(game, *MOVES).number, carla)
    work()
    ended = resign(game.number, bert)
    with pytest.raises(NotFound):
        review_of(ended.number)
    assert comments_on([ended.number]) == {}

    ask_for_review(ended.number, anna)

    assert work() == len(MOVES)
    assert review_of(ended.number).requested_by == anna


def test_a_case_is_evaluated_once_until_the_game_goes_on(
    game: Game, carla: User, clock: time_machine.Traveller
) -> None:
    first = ask_for_case_review(play(game, *MOVES[:4]).number, carla)
    clock.shift(60)
    assert ask_for_case_review(game.number, carla).requested_at == first.requested_at

    play(game, MOVES[4])

    assert ask_for_case_review(game.number, carla).plies == 5


@pytest.mark.parametrize("reviews_all", [True, False])
def test_rated_games_are_reviewed_at_once_if_the_server_is_to(game: Game, bert: User, reviews_all: bool) -> None:
    with override_settings(REVIEW_RATED_GAMES=reviews_all):
        ended = resign(play(game, *MOVES).number, bert)

    assert GameReview.objects.filter(game=ended, requested_by=None).exists() is reviews_all
    assert work() == (len(MOVES) if reviews_all else 0)


@pytest.mark.casual
def test_casual_games_are_reviewed_on_request_alone(game: Game, bert: User) -> None:
    with override_settings(REVIEW_RATED_GAMES=True):
        resign(play(game, "d6").number, bert)

    assert not GameReview.objects.exists()


def test_a_draw_offer_asks_for_nothing(game: Game, anna: User) -> None:
    with override_settings(REVIEW_RATED_GAMES=True):
        offer_draw(play(game, "d6").number, anna)

    assert not GameReview.objects.exists()
