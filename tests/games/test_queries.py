"""What each action costs the database: exactly so many statements, two of which are the savepoint within the test."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.chat.messages import send_message
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.core.queries import current_game, games_waiting_for, moves_of
from games.disputes.presenters import disputes_for
from games.play import opponent_reminders
from games.play.actions import accept_draw, offer_draw, play_move, resign
from games.play.timeouts import settle_overdue_games
from tests.conftest import NOON
from tests.support.databases import plan_with_bitmap_scans
from tests.support.playing import SHUFFLE, SHUFFLING, drawn, fresh, play, stand_at

Begin = Callable[..., Game]
SAVEPOINT = 2
LOCK = 1
# Who of the two is away, where the terms allow leave.
HOURS = 1
# What an arbiter has imposed on who writes or begins.
SANCTIONS = 1
SAVE = 1
# With the game and its moves, where an action changes them.
EVENTS = 1
# With the lock that is shared with whoever computes them again, and what the game did to both.
RATINGS = 5
# The game with its end; rows that are missing, the lock, the count, and what has changed.
RELIABILITY = 5
# What arbiters were asked about how the game ends, which an end settles.
DISPUTES = 1
PLAIN = Proposal(agreement=Agreement())
WITHOUT = Agreement(leave_days=0, days_off=False)


def test_a_move(game: Game, anna: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(SAVEPOINT + LOCK + HOURS + EVENTS):
        play_move(game.number, anna, "d6", ply=1)


@pytest.mark.parametrize("rules", ["standard", "applet", "brettspielnetz", "pink-green", "classic"])
def test_a_quiet_move_reads_its_past_with_the_lock(
    begin: Begin, anna: User, django_assert_num_queries: DjangoAssertNumQueries, rules: str
) -> None:
    game = play(stand_at(begin(Agreement(rules=rules)), SHUFFLING), *SHUFFLE)

    with django_assert_num_queries(SAVEPOINT + LOCK + HOURS + EVENTS):
        play_move(game.number, anna, "a7-d7", ply=game.ply + 1)


def test_a_move_with_everything(game: Game, anna: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    look, offer, message, blocked, muted = 1, 1, 1, 1, 1

    with django_assert_num_queries(
        SAVEPOINT + LOCK + HOURS + SANCTIONS + blocked + look + offer + message + muted + EVENTS
    ):
        play_move(game.number, anna, "d6", ply=1, offer_draw=True, message="Even?")


def test_a_winning_move_in_a_rated_game(
    begin: Begin, anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = stand_at(begin(), drawn(white="g7 d6 b4 g1", black="a7 d7 a4 a1"))

    with django_assert_num_queries(SAVEPOINT + LOCK + HOURS + DISPUTES + RATINGS + RELIABILITY + EVENTS):
        play_move(game.number, anna, "g1-d1", ply=game.ply + 1)


def test_a_retry(game: Game, anna: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    play(game, "d6")

    with django_assert_num_queries(SAVEPOINT + LOCK):
        play_move(game.number, anna, "d6", ply=1)


def test_an_offer_and_its_answer(
    game: Game, anna: User, bert: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    look, store, close = 1, 1, 1

    with django_assert_num_queries(SAVEPOINT + LOCK + look + store + EVENTS):
        offer_draw(game.number, anna)
    with django_assert_num_queries(SAVEPOINT + LOCK + close + DISPUTES + RATINGS + RELIABILITY + EVENTS):
        accept_draw(game.number, bert)


def test_a_resignation(begin: Begin, anna: User, bert: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    rated, casual = begin(), begin(Agreement(rated=False))

    with django_assert_num_queries(SAVEPOINT + LOCK + DISPUTES + RATINGS + RELIABILITY + EVENTS):
        resign(rated.number, anna)
    with django_assert_num_queries(SAVEPOINT + LOCK + DISPUTES + RELIABILITY + EVENTS):
        resign(casual.number, bert)


def test_a_message(game: Game, anna: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    blocked, store, muted = 1, 1, 1

    with django_assert_num_queries(SAVEPOINT + LOCK + SANCTIONS + blocked + store + muted + EVENTS):
        send_message(game.number, anna, "Hello")


def test_a_reminder_by_the_opponent(
    clock: time_machine.Traveller, game: Game, bert: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    clock.shift(timedelta(days=2))
    look, given, blocked, store, muted = 1, 1, 1, 1, 1

    with django_assert_num_queries(
        look + SAVEPOINT + LOCK + HOURS + given + SANCTIONS + blocked + store + muted + EVENTS
    ):
        opponent_reminders.remind(game.number, bert)


@pytest.mark.parametrize("overdue", [1, 20])
def test_a_sweep_costs_the_same_for_any_number_of_games(
    clock: time_machine.Traveller, begin: Begin, django_assert_num_queries: DjangoAssertNumQueries, overdue: int
) -> None:
    for _each in range(overdue):
        offer_draw(play(begin(WITHOUT), "d6", "f4").number, fresh(play(begin(WITHOUT), "d6", "f4")).white)
    clock.move_to(NOON.replace(year=2027))
    look, offers, conditional = 1, 1, 1

    with django_assert_num_queries(
        look + SAVEPOINT + LOCK + offers + conditional + DISPUTES + RATINGS + RELIABILITY + EVENTS
    ):
        settle_overdue_games()


@pytest.mark.parametrize("overdue", [1, 20])
def test_a_sweep_that_looks_for_leave_costs_the_same_for_any_number_of_games(
    clock: time_machine.Traveller, begin: Begin, django_assert_num_queries: DjangoAssertNumQueries, overdue: int
) -> None:
    for _each in range(overdue):
        play(begin(), "d6", "f4")
    clock.move_to(NOON.replace(month=4))
    look, players, conditional = 1, 1, 1

    with django_assert_num_queries(
        look + SAVEPOINT + LOCK + HOURS + players + conditional + DISPUTES + RATINGS + RELIABILITY + EVENTS
    ):
        settle_overdue_games()


@pytest.mark.parametrize("overdue", [1, 20])
def test_a_sweep_that_looks_for_aborts_costs_the_same_for_any_number_of_games(
    clock: time_machine.Traveller,
    begin: Begin,
    person: Callable[..., User],
    django_assert_num_queries: DjangoAssertNumQueries,
    overdue: int,
) -> None:
    for number in range(overdue):
        begin(WITHOUT, white=person(f"player{number}"))
    clock.move_to(NOON.replace(month=4))
    look, players, aborts, conditional = 1, 1, 1, 1

    with django_assert_num_queries(
        look + SAVEPOINT + LOCK + players + aborts + conditional + DISPUTES + RELIABILITY + EVENTS
    ):
        settle_overdue_games()


def test_a_move_in_a_game_without_leave_asks_for_none(
    begin: Begin, anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = begin(WITHOUT)

    with django_assert_num_queries(SAVEPOINT + LOCK + EVENTS):
        play_move(game.number, anna, "d6", ply=1)


def test_a_sweep_with_nothing_to_do_is_one_look(game: Game, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        settle_overdue_games()


def test_a_challenge_from_sending_to_the_game(
    anna: User, bert: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    blocked, held, count, newest, store, players, ratings, steps, start = 1, 1, 1, 1, 1, 1, 1, 1, 1

    with django_assert_num_queries(
        blocked + SAVEPOINT + held + blocked + SANCTIONS + count + newest + store + ratings + EVENTS
    ):
        sent = actions.challenge_player(anna, bert, PLAIN)
    with django_assert_num_queries(
        SAVEPOINT + LOCK + players + blocked + SANCTIONS + ratings + HOURS + steps + start + SAVE + EVENTS
    ):
        actions.accept_challenge(sent.number, bert)


def test_reading_a_game(game: Game, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    play(game, "d6", "f4", "d2")

    with django_assert_num_queries(1):
        seen = current_game(game.number)
        assert (seen.white.username, seen.black.username) == ("anna", "bert")
        assert len(moves_of(seen)) == 3


def test_lists_of_games_take_one_statement(
    begin: Begin, anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _each in range(3):
        begin()

    with django_assert_num_queries(1):
        assert {game.black.username for game in games_waiting_for(anna.pk)} == {"bert"}


def test_the_disputes_of_a_player_are_found_by_indexes(game: Game, anna: User) -> None:
    plan = plan_with_bitmap_scans(disputes_for(anna))

    indexes = ("disputes_dispute_opened_by", "game_of_white", "game_of_black", "dispute_of_game")
    assert [index for index in indexes if index not in plan] == [], plan
