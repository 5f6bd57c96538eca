"""Reliability: a share of games with a credit for everybody, answers as clocks count them, and who has aborted."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from statistics import median_low

import pytest
import time_machine
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.core.models.games import Game
from games.core.models.moves import Move
from games.core.models.terms import Agreement
from games.play import interventions
from games.play.actions import abort, resign
from games.play.timeouts import settle
from games.players.models import WINDOW
from games.players.reliability import Punctuality, percent_of, punctuality_of, reliability_of
from games.time_off.leave import take_leave
from tests.conftest import NOON
from tests.support.ended import ended_game, lost_on_time, won
from tests.support.playing import play
from tests.support.seeds import seeds

Begin = Callable[..., Game]


# --- The figure -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "on_time", "percent"),
    [
        (0, 0, None),
        (4, 4, None),
        (4, 0, None),
        (5, 5, 100),
        (5, 4, 90),
        (5, 0, 50),
        (20, 19, 96),
        (100, 100, 100),
        (100, 99, 99),
        (100, 0, 4),
    ],
)
def test_the_figure_is_a_share_with_five_games_of_credit(games: int, on_time: int, percent: int | None) -> None:
    assert Punctuality(games=games, on_time=on_time).percent == percent


def test_a_player_who_has_not_played_has_no_figure(anna: User) -> None:
    assert (punctuality_of([anna.pk]), percent_of(anna.pk)) == ({anna.pk: Punctuality()}, None)


def test_a_time_out_counts_against_whoever_ran_out_of_time(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User
) -> None:
    play(game, "d6", "f4")
    clock.shift(timedelta(days=4))

    settle(game.number)

    assert punctuality_of([anna.pk, bert.pk]) == {anna.pk: Punctuality(1, 0), bert.pk: Punctuality(1, 1)}


def test_every_other_end_is_in_time_for_both(begin: Begin, anna: User, bert: User) -> None:
    resign(begin().number, anna)
    ended_game(anna, bert, result="1/2-1/2", termination="agreement")
    ended_game(anna, bert, result="0-1", termination="adjudication")

    assert punctuality_of([anna.pk, bert.pk]) == {anna.pk: Punctuality(3, 3), bert.pk: Punctuality(3, 3)}


def test_a_time_out_that_an_arbiter_takes_back_counts_no_longer(anna: User, bert: User) -> None:
    game = lost_on_time(anna, bert)

    interventions.conclude(game, Game.Result.DRAWN, now=NOON)

    assert punctuality_of([anna.pk]) == {anna.pk: Punctuality(1, 1)}


def test_games_that_go_on_or_were_aborted_count_neither_way(begin: Begin, anna: User) -> None:
    begin()
    abort(begin().number, anna)

    assert punctuality_of([anna.pk]) == {anna.pk: Punctuality()}


@pytest.mark.parametrize("colour", ["white", "black", "both"])
def test_a_time_out_leaves_the_figure_when_a_hundred_games_have_ended_since(
    anna: User, bert: User, colour: str
) -> None:
    lost_on_time(anna, bert, at=NOON - timedelta(days=500))
    for number in range(WINDOW - 1):
        has_white = colour == "white" or (colour == "both" and number % 2 == 0)
        won(*((anna, bert) if has_white else (bert, anna)), at=NOON - timedelta(days=number))

    before = punctuality_of([anna.pk])[anna.pk]
    won(anna, bert)

    assert before == Punctuality(100, 99)
    assert punctuality_of([anna.pk])[anna.pk] == Punctuality(100, 100)


def test_any_number_of_players_are_looked_at_in_one_query(
    anna: User, bert: User, carla: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    lost_on_time(anna, bert)

    with django_assert_num_queries(1):
        found = punctuality_of([anna.pk, carla.pk, bert.pk, anna.pk])
    with django_assert_num_queries(0):
        nobody = punctuality_of([])

    assert found == {anna.pk: Punctuality(1, 0), bert.pk: Punctuality(1, 1), carla.pk: Punctuality()}
    assert nobody == {}


# --- Answers and aborted games ----------------------------------------------------------------------------------------


def test_an_answer_takes_as_long_as_the_clock_ran_and_the_first_half_move_is_none(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    game = begin(Agreement(days_off=False))
    for hours, move in ((50, "d6"), (2, "f4"), (6, "d2"), (1, "b4"), (8, "g7")):
        clock.shift(timedelta(hours=hours))
        play(game, move)
    resign(game.number, anna)

    found = {user.username: reliability_of(user.pk, now=NOON).median_answer_seconds for user in (anna, bert)}

    assert found == {"anna": 6 * 3600, "bert": 3600}


def test_leave_is_no_part_of_an_answer(clock: time_machine.Traveller, begin: Begin, anna: User, bert: User) -> None:
    clock.move_to(NOON + timedelta(days=365))
    game = play(begin(Agreement(days_off=False)), "d6")
    User.objects.filter(pk=bert.pk).update(emergency_day=True, date_joined=NOON)
    bert.refresh_from_db()
    take_leave(bert, ends_at=NOON + timedelta(days=370))
    clock.shift(timedelta(days=5, hours=3))
    play(game, "f4")
    resign(game.number, anna)

    assert reliability_of(bert.pk, now=NOON).median_answer_seconds == 3 * 3600


def test_answers_in_games_that_go_on_are_not_shown(game: Game, bert: User) -> None:
    play(game, "d6", "f4")

    assert reliability_of(bert.pk, now=NOON).median_answer_seconds is None


def test_only_the_last_two_hundred_answers_count(anna: User, bert: User) -> None:
    for days, seconds in ((9, 50), (8, 10), (7, 10), (6, 20), (5, 20)):
        _played(ended_game(anna, bert, at=NOON - timedelta(days=days)), plies=100, seconds=seconds)

    # 49 of Anna's answers are in each game: 196 in the last four, and 4 that took 50 seconds.
    assert reliability_of(anna.pk, now=NOON).median_answer_seconds == 20


def test_who_aborts_is_told_and_who_is_left_alone_is_not(begin: Begin, anna: User, bert: User) -> None:
    abort(begin().number, anna)
    abort(begin().number, anna)
    abort(begin().number, bert)

    assert [reliability_of(user.pk, now=NOON).aborted for user in (anna, bert)] == [2, 1]


@pytest.mark.parametrize(("earlier", "aborted"), [(timedelta(0), 1), (timedelta(seconds=1), 0)])
def test_an_aborted_game_is_listed_for_a_year(
    clock: time_machine.Traveller, game: Game, anna: User, earlier: timedelta, aborted: int
) -> None:
    clock.shift(timedelta(seconds=1))
    abort(game.number, anna)

    assert reliability_of(anna.pk, now=NOON + timedelta(days=365) + earlier).aborted == aborted


def test_all_of_one_player_is_one_query(
    begin: Begin, anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    resign(play(begin(), "d6", "f4", "d2").number, anna)

    with django_assert_num_queries(1):
        reliability_of(anna.pk, now=NOON)


# --- Against plain counting -------------------------------------------------------------------------------------------


@seeds(8)
def test_it_is_what_counting_the_games_one_by_one_says(anna: User, bert: User, carla: User, seed: int) -> None:
    lot = random.Random(seed)
    games = [_any_game(lot, anna, bert, carla, at=NOON - timedelta(hours=hour)) for hour in range(lot.choice([9, 190]))]

    for player in (anna, bert, carla):
        found = reliability_of(player.pk, now=NOON)
        punctuality, median = _counted(games, player)
        assert (found.punctuality, found.median_answer_seconds) == (punctuality, median)
        assert punctuality_of([player.pk]) == {player.pk: punctuality}


def _any_game(lot: random.Random, *people: User, at: datetime) -> Game:
    white, black = lot.sample(people, 2)
    result = lot.choice(["1-0", "0-1", "1/2-1/2", "*"])
    if result == "*":
        game = ended_game(white, black, result=result, termination="abort", at=at)
    else:
        terminations = ["agreement"] if result == "1/2-1/2" else ["timeout", "resignation", "stones"]
        game = ended_game(white, black, result=result, termination=lot.choice(terminations), at=at)
    _played(game, plies=lot.randrange(6), seconds=lot.randrange(1000))
    return game


def _counted(games: list[Game], player: User) -> tuple[Punctuality, int | None]:
    """The games are given from the latest end on."""
    own = [game for game in games if game.has_player(player.pk) and game.status == "finished"][:WINDOW]
    late = [game for game in own if game.termination == "timeout" and (game.result == "0-1") is (game.white == player)]
    answers = [
        move.seconds_spent
        for game in own
        for move in game.moves.order_by("-ply")
        if move.ply > 1 and (move.ply % 2 == 1) is (game.white == player)
    ]
    return Punctuality(len(own), len(own) - len(late)), median_low(answers[:200]) if answers else None


def _played(game: Game, *, plies: int, seconds: int) -> None:
    """Give the game half-moves that took so long each."""
    columns = {"notation": "d6", "position": game.position, "played_at": NOON, "deadline_at": NOON}
    rows = [Move(game=game, ply=ply, seconds_spent=seconds, **columns) for ply in range(1, plies + 1)]
    Move.objects.bulk_create(rows)
