"""What a computer does in its games."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.computer import news, playing
from games.computer.models import ComputerGame
from games.core import event_log
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play import actions as play
from games.play import interventions
from games.play.conditional_moves import keep_lines
from games.play.loading import resumed
from games.play.timeouts import settle_overdue_games
from games.solved.tables import open_tables
from muehle_engine import LEVELS, choose
from tests.games.computer.test_turns import let_leases_run_out, waiting
from tests.support.computers import Against
from tests.support.playing import fresh, let_time_run_out
from tests.support.racing import at_once

AN_HOUR = timedelta(hours=1)


@pytest.mark.parametrize("level", range(1, 7))
def test_a_computer_answers_a_move(anna: User, against: Against, level: int) -> None:
    game = waiting(against, anna, level)

    assert playing.play_next() == 1
    assert playing.play_next() == 0

    after = fresh(game)
    assert (after.ply, after.on_move) == (2, anna)
    assert ComputerGame.objects.get().due_at is None


def test_a_computer_with_white_begins(anna: User, against: Against) -> None:
    game = against(anna, colour="black")

    playing.play_next()

    assert (fresh(game).ply, fresh(game).on_move) == (1, anna)


def test_it_plays_on_to_the_end_of_the_game(anna: User, against: Against) -> None:
    game = against(anna, 1, rules="applet")
    while (current := fresh(game)).is_ongoing:
        if current.on_move == anna:
            choice = choose(resumed(current), LEVELS[0], seed=7)
            play.play_move(game.number, anna, str(choice.move), ply=current.ply + 1)
        else:
            assert playing.play_next() == 1

    assert fresh(game).result != "*"
    assert playing.play_next() == 0


def test_the_same_move_is_found_again_after_a_crash(anna: User, against: Against) -> None:
    game = waiting(against, anna, 1)
    choices = {str(choose(resumed(fresh(game)), LEVELS[0], seed=game.number).move) for _again in range(3)}

    playing.play_next()

    assert choices == {fresh(game).last_move}


# --- Workers that die, and games that change --------------------------------------------------------------------------


def test_a_worker_that_dies_leaves_the_game_to_another_one_which_moves_once(
    anna: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = waiting(against, anna)

    def die(*_arguments: Any, **_options: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(playing, "choose", die)
        with pytest.raises(SystemExit):
            playing.play_next()
    assert playing.play_next() == 0
    let_leases_run_out()

    assert playing.play_next() == 1

    assert fresh(game).ply == 2


def test_an_error_leaves_other_games_alone_and_is_tried_again(
    anna: User, bert: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = waiting(against, anna, 1), waiting(against, bert, 2)
    find = choose

    def fail(match: Any, level: Any, **options: Any) -> Any:
        if level.number == 1:
            raise RuntimeError
        return find(match, level, **options)

    with monkeypatch.context() as patch:
        patch.setattr(playing, "choose", fail)
        assert [playing.play_next() for _turn in range(3)] == [1, 1, 0]
    assert (fresh(broken).ply, fresh(sound).ply) == (1, 2)

    let_leases_run_out()
    playing.play_next()

    assert fresh(broken).ply == 2


def thinking(monkeypatch: pytest.MonkeyPatch, meanwhile: Any) -> None:
    """Let something happen while the computer thinks."""
    find = choose

    def think(*arguments: Any, **options: Any) -> Any:
        choice = find(*arguments, **options)
        monkeypatch.setattr(playing, "choose", find)
        meanwhile()
        return choice

    monkeypatch.setattr(playing, "choose", think)


def test_the_player_resigns_while_the_computer_thinks(
    anna: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = waiting(against, anna)
    thinking(monkeypatch, lambda: play.resign(game.number, anna))

    playing.play_next()

    assert (fresh(game).ply, fresh(game).termination) == (1, "resignation")
    assert ComputerGame.objects.get().due_at is None


def test_another_worker_moves_while_the_computer_thinks(
    anna: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = waiting(against, anna)

    def other() -> None:
        let_leases_run_out()
        playing.play_next()

    thinking(monkeypatch, other)

    playing.play_next()

    assert fresh(game).ply == 2
    assert Event.objects.filter(type="move_played").count() == 2


def test_the_player_asks_for_the_move_back_while_the_computer_thinks(
    anna: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = waiting(against, anna)
    thinking(monkeypatch, lambda: play.ask_takeback(game.number, anna))

    playing.play_next()
    # The computer's move has ended the request.
    assert fresh(game).ply == 2
    playing.play_next()

    assert (fresh(game).ply, fresh(game).on_move) == (2, anna)


def test_the_time_runs_out_while_the_computer_thinks(
    anna: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = waiting(against, anna)

    def run_out() -> None:
        let_time_run_out()
        settle_overdue_games()

    thinking(monkeypatch, run_out)

    playing.play_next()

    assert (fresh(game).ply, fresh(game).termination) == (1, "timeout")
    assert ComputerGame.objects.get().due_at is None


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_move_once(anna: User, against: Against) -> None:
    games = [waiting(against, anna, level) for level in (1, 2, 3)]

    at_once(*[lambda: [playing.play_next() for _turn in range(4)]] * 3)

    assert {fresh(game).ply for game in games} == {2}
    assert Event.objects.filter(type="move_played").count() == 6


def test_a_game_under_dispute_is_answered_when_the_clocks_go_on(anna: User, against: Against) -> None:
    game = waiting(against, anna)
    now = timezone.now()
    held = fresh(game)
    event_log.record(interventions.hold(held, 1, until=now + AN_HOUR, now=now), now=now)

    playing.play_next()
    assert (fresh(game).ply, ComputerGame.objects.get().due_at) == (1, held.frozen_until)

    held = fresh(game)
    event_log.record(interventions.release(held, 1, now=now), now=now)
    playing.play_next()

    assert fresh(game).ply == 2


# --- Offers -----------------------------------------------------------------------------------------------------------


def test_an_early_draw_offer_is_declined(anna: User, against: Against) -> None:
    game = against(anna)
    play.offer_draw(game.number, anna)

    playing.play_next()

    assert (fresh(game).is_ongoing, fresh(game).draw_offered_by) == (True, None)
    assert Event.objects.filter(type="draw_declined", actor__computer_level=1).count() == 1


def test_a_move_with_a_draw_offer_gets_both_answers(anna: User, against: Against) -> None:
    game = against(anna)
    play.play_move(game.number, anna, "d6", ply=1, offer_draw=True)

    playing.play_next()

    assert fresh(game).ply == 2
    assert Event.objects.filter(type="draw_declined").count() == 1


def at(game: Game, position: str, *, ply: int) -> Game:
    """Put the game there."""
    Game.objects.filter(pk=game.pk).update(position=position, ply=ply)
    return fresh(game)


# Proved by the tables of the package; and even, which nothing proves.
DRAWN = "W...........B.B..W....BW w 0 0 0"
EVEN = "WW.WB.WB.WBBW...W.B.BB.. w 0 0 30"


def test_a_draw_that_is_proved_is_taken(anna: User, against: Against) -> None:
    game = at(against(anna, 6), DRAWN, ply=60)
    assert open_tables().value(game.board, game.ruleset).result == "drawn"
    play.offer_draw(game.number, anna)

    playing.play_next()

    assert (fresh(game).result, fresh(game).termination) == ("1/2-1/2", "agreement")


@pytest.mark.parametrize(
    ("position", "ply", "agrees"),
    [("B.B........W.W..B.W..W.. b 0 0 0", 61, False), ("W.W........B.B..W.B..B.. w 0 0 0", 60, True)],
)
def test_a_computer_that_has_won_takes_no_draw_and_one_that_has_lost_takes_it(
    anna: User, against: Against, position: str, ply: int, agrees: bool
) -> None:
    game = at(against(anna, 6), position, ply=ply)
    assert open_tables().value(game.board, game.ruleset).result == "won"

    assert playing.agrees_to_draw(game, game.black) is agrees


@pytest.mark.parametrize(("ply", "quiet", "agrees"), [(100, 30, True), (60, 30, False), (100, 3, False)])
def test_a_long_even_game_without_mills_is_drawn(
    anna: User, against: Against, ply: int, quiet: int, agrees: bool
) -> None:
    game = at(against(anna, 3), EVEN.removesuffix("30") + str(quiet), ply=ply)

    assert playing.agrees_to_draw(game, game.black) is agrees


def test_a_computer_that_has_more_stones_takes_no_draw(anna: User, against: Against) -> None:
    game = at(against(anna, 3), EVEN.replace("WW", "W.", 1), ply=100)

    assert not playing.agrees_to_draw(game, game.black)


def test_moves_are_taken_back_in_casual_games(anna: User, against: Against) -> None:
    game = waiting(against, anna)
    playing.play_next()
    play.ask_takeback(game.number, anna)

    playing.play_next()

    assert (fresh(game).ply, fresh(game).on_move) == (0, anna)
    assert playing.play_next() == 0


def test_a_draw_is_claimed_where_the_rules_want_a_claim(
    anna: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = against(anna, 6, rules="brettspielnetz")
    limit = fresh(game).ruleset.quiet_limit
    at(game, f"W..W..B..B.....W.......B b 0 0 {limit}", ply=61)
    Game.objects.filter(pk=game.pk).update(on_move=game.black)
    ComputerGame.objects.update(due_at=timezone.now(), news=1)

    playing.play_next()

    assert (fresh(game).result, fresh(game).termination) == ("1/2-1/2", "quiet_limit")


def test_conditional_moves_of_the_player_are_answered_too(anna: User, against: Against) -> None:
    game = waiting(against, anna)
    answer = str(choose(resumed(fresh(game)), LEVELS[0], seed=game.number).move)
    free = next(point for point in ("a1", "a4", "a7") if point not in answer)
    keep_lines(game.number, anna, [[answer, free]], ply=2)

    playing.play_next()
    assert fresh(game).ply == 3
    playing.play_next()

    assert (fresh(game).ply, fresh(game).on_move) == (4, anna)


# --- Later ------------------------------------------------------------------------------------------------------------


def let_it_be_due() -> None:
    ComputerGame.objects.update(due_at=F("due_at") - news.LONGEST, moves_at=F("moves_at") - news.LONGEST)


def test_who_answers_later_takes_minutes_or_hours(anna: User, against: Against) -> None:
    game = against(anna, answers="later")
    play.play_move(game.number, anna, "d6", ply=1)

    assert playing.play_next() == 0

    due_at = ComputerGame.objects.get().due_at
    assert due_at is not None
    assert news.SHORTEST <= due_at - fresh(game).turn_started_at <= news.LONGEST
    let_it_be_due()
    assert playing.play_next() == 1
    assert fresh(game).ply == 2


def test_who_answers_later_keeps_the_time(anna: User, against: Against) -> None:
    game = fresh(against(anna, answers="later"))
    now = timezone.now()
    game.deadline_at = now + timedelta(minutes=30)
    delays = [news.delay(game, now=now) for _draw in range(200)]

    assert max(delays) <= timedelta(minutes=10)
    assert min(delays) >= news.SHORTEST
    assert len({*delays}) > 100
    game.deadline_at = now
    assert news.delay(game, now=now) == timedelta(0)


def test_who_answers_later_answers_offers_at_once(anna: User, against: Against) -> None:
    game = against(anna, answers="later")
    play.play_move(game.number, anna, "d6", ply=1)
    due_at = ComputerGame.objects.get().due_at
    play.offer_draw(game.number, anna)

    assert [playing.play_next() for _turn in range(2)] == [1, 0]

    assert Event.objects.filter(type="draw_declined").count() == 1
    assert (fresh(game).ply, ComputerGame.objects.get().due_at) == (1, due_at)
    let_it_be_due()
    assert playing.play_next() == 1
    assert fresh(game).ply == 2


def test_who_answers_later_declines_a_draw_offered_with_a_move_and_moves_later(anna: User, against: Against) -> None:
    game = against(anna, answers="later")
    play.play_move(game.number, anna, "d6", ply=1, offer_draw=True)

    assert [playing.play_next() for _turn in range(2)] == [1, 0]

    due_at = ComputerGame.objects.get().due_at
    assert Event.objects.filter(type="draw_declined").count() == 1
    assert fresh(game).ply == 1
    assert due_at is not None
    assert due_at - fresh(game).turn_started_at >= news.SHORTEST


def test_games_without_computers_are_not_remembered(anna: User, bert: User, game: Game) -> None:
    play.play_move(game.number, anna, "d6", ply=1)

    assert not ComputerGame.objects.exists()


def test_terms_of_games_with_computers_are_those_of_others(anna: User, against: Against) -> None:
    assert fresh(against(anna, total_days=60)).agreement == Agreement(rated=False, total_days=60)
