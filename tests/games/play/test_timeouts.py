"""Overdue games: whoever comes first ends them, once, and always with the same result."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.core.errors import DeadlinePassed, GameOver, NotAPlayer
from games.core.models.events import Event
from games.core.models.games import DUE_AT, Game
from games.core.models.terms import Agreement
from games.core.queries import current_game
from games.play.actions import abort, accept_draw, claim_draw, decline_draw, offer_draw, play_move, resign
from games.play.models import DrawOffer
from games.play.timeouts import settle, settle_among, settle_overdue_games
from games.players.models import Rating
from kit.errors import NotFound
from tests.conftest import NOON
from tests.support.playing import event_types, fresh, play, unchanged

pytestmark = pytest.mark.casual

DEADLINE = NOON + timedelta(days=3)
TOO_LATE = DEADLINE + timedelta(microseconds=1)
Action = Callable[[int, User], object]

ACTIONS: dict[str, Action] = {
    "move": lambda number, player: play_move(number, player, "d6", ply=1),
    "illegal move": lambda number, player: play_move(number, player, "d6xa1", ply=1),
    "move with offer": lambda number, player: play_move(number, player, "d6", ply=1, offer_draw=True, message="?"),
    "offer": lambda number, player: offer_draw(number, player),
    "accept": lambda number, player: accept_draw(number, player),
    "decline": lambda number, player: decline_draw(number, player),
    "claim": lambda number, player: claim_draw(number, player, claim="repetition"),
    "resign": lambda number, player: resign(number, player),
    "abort": lambda number, player: abort(number, player),
}


@pytest.mark.parametrize("who", ["anna", "bert"])
@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_an_action_in_an_overdue_game_ends_it_on_time_and_is_not_done(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User, action: Action, who: str
) -> None:
    clock.move_to(TOO_LATE)

    with pytest.raises(DeadlinePassed) as refusal:
        action(game.number, {"anna": anna, "bert": bert}[who])

    after = fresh(game)
    assert (after.status, after.result, after.termination) == ("finished", "0-1", "timeout")
    assert (after.ply, after.finished_at) == (0, TOO_LATE)
    assert event_types(game) == ["game_started", "game_finished"]
    assert not DrawOffer.objects.exists()
    assert refusal.value.game.result == "0-1"


def test_a_stranger_can_not_end_an_overdue_game_by_an_action(
    clock: time_machine.Traveller, game: Game, carla: User
) -> None:
    clock.move_to(TOO_LATE)

    with unchanged(), pytest.raises(NotAPlayer):
        resign(game.number, carla)


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_who_comes_too_late_is_told_so_although_the_sweep_was_first(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User, action: Action
) -> None:
    clock.move_to(TOO_LATE)
    settle_overdue_games()

    with unchanged(), pytest.raises(DeadlinePassed) as refusal:
        action(game.number, anna)

    assert refusal.value.game.result == "0-1"
    with unchanged(), pytest.raises(GameOver):
        resign(game.number, bert)


@pytest.mark.parametrize(("moves", "result"), [((), "0-1"), (("d6",), "1-0"), (("d6", "f4"), "0-1")])
def test_the_side_on_move_loses_on_time(
    clock: time_machine.Traveller, game: Game, moves: tuple[str, ...], result: str
) -> None:
    play(game, *moves)
    clock.move_to(TOO_LATE)

    settle_overdue_games()

    assert fresh(game).result == result


def test_the_log_says_how_the_game_ended_and_that_nobody_did_it(clock: time_machine.Traveller, game: Game) -> None:
    play(game, "d6")
    clock.move_to(TOO_LATE)

    settle_overdue_games()

    event = Event.objects.get(game=game, type="game_finished")
    assert event.data == {"result": "1-0", "termination": "timeout", "ply": 1}
    assert (event.actor, event.created_at) == (None, TOO_LATE)


# --- Reading ----------------------------------------------------------------------------------------------------------


def test_reading_an_overdue_game_settles_it(clock: time_machine.Traveller, game: Game) -> None:
    clock.move_to(TOO_LATE)

    seen = current_game(game.number)

    assert (seen.result, seen.termination) == ("0-1", "timeout")
    assert fresh(game).result == "0-1"


@pytest.mark.parametrize("read", [settle, current_game])
def test_reading_a_game_on_its_deadline_changes_nothing(
    clock: time_machine.Traveller, game: Game, read: Callable[[int], Game]
) -> None:
    clock.move_to(DEADLINE)

    with unchanged():
        seen = read(game.number)

    assert seen.is_ongoing


@pytest.mark.parametrize("read", [settle, current_game])
def test_reading_an_ended_game_changes_nothing(
    clock: time_machine.Traveller, game: Game, anna: User, read: Callable[[int], Game]
) -> None:
    resign(game.number, anna)
    clock.move_to(TOO_LATE)

    with unchanged():
        seen = read(game.number)

    assert seen.termination == "resignation"


@pytest.mark.parametrize("read", [settle, current_game])
def test_settling_a_game_that_does_not_exist_is_not_found(db: None, read: Callable[[int], Game]) -> None:
    with pytest.raises(NotFound):
        read(4711)


# --- The sweep --------------------------------------------------------------------------------------------------------


def test_a_sweep_on_the_deadline_ends_nothing(clock: time_machine.Traveller, game: Game) -> None:
    clock.move_to(DEADLINE)

    with unchanged():
        assert settle_overdue_games() == 0


def test_a_sweep_after_the_deadline_ends_the_game(clock: time_machine.Traveller, game: Game) -> None:
    clock.move_to(TOO_LATE)

    assert settle_overdue_games() == 1

    after = fresh(game)
    assert (after.status, after.result, after.termination) == ("finished", "0-1", "timeout")
    assert (after.deadline_at, after.on_move, after.finished_at) == (None, None, TOO_LATE)


def test_a_second_sweep_changes_nothing_more(clock: time_machine.Traveller, game: Game) -> None:
    clock.move_to(TOO_LATE)
    settle_overdue_games()

    with unchanged():
        assert settle_overdue_games() == 0


def test_a_sweep_leaves_games_in_time_and_ended_games_alone(
    clock: time_machine.Traveller, begin: Callable[..., Game], anna: User
) -> None:
    overdue = begin()
    resigned = begin()
    resign(resigned.number, anna)
    clock.shift(timedelta(days=1))
    in_time = begin()
    clock.move_to(TOO_LATE)

    assert settle_overdue_games() == 1

    assert fresh(overdue).termination == "timeout"
    assert fresh(resigned).termination == "resignation"
    assert fresh(in_time).is_ongoing


def test_a_sweep_takes_the_longest_overdue_first_and_no_more_than_its_limit(
    clock: time_machine.Traveller, begin: Callable[..., Game]
) -> None:
    games = []
    for _each in range(3):
        games.append(begin())
        clock.shift(timedelta(minutes=1))
    clock.shift(timedelta(days=3))

    counts = [settle_overdue_games(limit=2), settle_overdue_games(limit=2), settle_overdue_games(limit=2)]

    assert counts == [2, 1, 0]
    assert [fresh(game).termination for game in games] == ["timeout"] * 3


def test_the_look_for_overdue_games_reads_an_index_in_its_order(game: Game) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_sort = off")
    plan = Game.objects.overdue(now=timezone.now()).order_by(DUE_AT)[:1].explain()

    assert "Index Scan using game_due" in plan
    assert "Sort" not in plan


def test_the_overdue_games_of_a_list_end_together(
    clock: time_machine.Traveller,
    begin: Callable[..., Game],
    anna: User,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    late = {begin().number for _game in range(10)}
    clock.shift(timedelta(days=3, seconds=1))
    begin()

    with django_assert_max_num_queries(30):
        settled = settle_among(Game.objects.of(anna.pk))

    assert set(settled) == late
    assert set(Game.objects.ended().values_list("number", flat=True)) == late


def test_the_first_batch_holds_the_longest_overdue(clock: time_machine.Traveller, begin: Callable[..., Game]) -> None:
    late = begin(Agreement())
    later = begin(Agreement())
    clock.shift(timedelta(hours=1))
    play(late, "d6")
    clock.shift(timedelta(days=4))

    settle_overdue_games(limit=1)

    assert (fresh(later).termination, fresh(late).termination) == ("timeout", "")


def test_a_sweep_lapses_the_offer_that_was_open(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    offer_draw(game.number, anna)
    clock.move_to(TOO_LATE)

    settle_overdue_games()

    offer = DrawOffer.objects.get()
    assert (offer.status, offer.answered_at) == ("lapsed", TOO_LATE)
    assert fresh(game).draw_offered_by is None


def test_a_sweep_rates_the_games_it_ends(
    clock: time_machine.Traveller, begin: Callable[..., Game], anna: User, bert: User
) -> None:
    rated, casual = (play(begin(), "d6", "f4") for _each in range(2))
    Game.objects.filter(pk=rated.pk).update(rated=True)
    clock.move_to(TOO_LATE)

    settle_overdue_games()

    assert (fresh(rated).white_rating_change, fresh(rated).black_rating_change) == (-162, 162)
    assert (fresh(casual).white_rating_change, fresh(casual).black_rating_change) == (None, None)
    assert dict(Rating.objects.values_list("user", "games")) == {anna.pk: 1, bert.pk: 1}


# --- A stopped sweeper ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["anna", "bert"])
def test_a_stopped_sweeper_delays_the_end_and_never_changes_who_has_won(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User, who: str
) -> None:
    play(game, "d6", "f4")
    clock.shift(timedelta(days=90))

    with pytest.raises(DeadlinePassed):
        resign(game.number, {"anna": anna, "bert": bert}[who])

    assert (fresh(game).result, fresh(game).termination) == ("0-1", "timeout")


def test_the_sweep_after_a_long_stop_gives_the_result_that_it_would_have_given_in_time(
    clock: time_machine.Traveller, begin: Callable[..., Game]
) -> None:
    waiting_for_white, waiting_for_black = begin(), play(begin(), "d6")
    clock.shift(timedelta(days=90))

    settle_overdue_games()

    assert (fresh(waiting_for_white).result, fresh(waiting_for_black).result) == ("0-1", "1-0")


# --- Retries ----------------------------------------------------------------------------------------------------------


def test_a_stored_move_sent_again_after_the_game_has_ended_is_answered(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    play(game, "d6")
    clock.move_to(TOO_LATE)
    settle_overdue_games()

    with unchanged():
        again = play_move(game.number, anna, "d6", ply=1)

    assert (again.is_new, again.game.termination) == (False, "timeout")


def test_a_stored_move_sent_again_when_the_game_is_overdue_settles_it_and_is_answered(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    play(game, "d6")
    clock.move_to(TOO_LATE)

    again = play_move(game.number, anna, "d6", ply=1)

    assert (again.is_new, again.game.termination) == (False, "timeout")
    assert fresh(game).result == "1-0"
