"""A worker with two processes does one piece of slow work at a time, so that quick moves need not wait."""

from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db.models import F

from accounts.models import User
from games.computer import playing, slow_work, turns
from games.computer.models import SlowWork
from games.computer.turns import Turn
from games.core.models.games import Game
from muehle_engine import choose
from tests.games.computer.test_playing import thinking
from tests.games.computer.test_turns import waiting
from tests.support.computers import Against
from tests.support.people import new_person
from tests.support.playing import fresh
from tests.support.racing import at_once


def let_the_lease_run_out() -> None:
    SlowWork.objects.update(leased_until=F("leased_until") - timedelta(minutes=1))


def is_free() -> bool:
    with slow_work.place() as free:
        return free


def plies(*games: Game) -> list[int]:
    return [fresh(game).ply for game in games]


def test_the_strongest_level_alone_is_slow() -> None:
    assert slow_work.SLOW_LEVELS == [6]


def test_while_a_slow_computer_thinks_quick_ones_are_answered_and_slow_ones_wait(
    anna: User, bert: User, carla: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = waiting(against, anna, 6), waiting(against, bert, 6)
    meanwhile: list[int] = []

    def other_process() -> None:
        waiting(against, carla)
        meanwhile.extend(playing.play_next() for _turn in range(2))

    thinking(monkeypatch, other_process)

    playing.play_next()

    assert meanwhile == [1, 0]
    assert plies(first, second) == [2, 1]
    assert Game.objects.get(white=carla).ply == 2
    assert playing.play_next() == 1
    assert plies(second) == [2]


@pytest.mark.django_db(transaction=True)
def test_of_processes_at_once_one_thinks_slowly(against: Against, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [waiting(against, new_person(f"player{number}"), 6) for number in range(3)]
    others_have_found_nothing, found = Event(), []

    def process() -> None:
        found.append(playing.play_next())
        if found.count(0) == 2:
            others_have_found_nothing.set()

    def think(*arguments: Any, **options: Any) -> Any:
        assert others_have_found_nothing.wait(30)
        return choose(*arguments, **options)

    monkeypatch.setattr(playing, "choose", think)

    at_once(*[process] * 3)

    assert sorted(found) == [0, 0, 1]
    assert sorted(plies(*games)) == [1, 1, 2]


def test_a_turn_that_comes_up_after_the_look_of_the_process_with_the_place_is_not_left(
    anna: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, others_found = turns.take, []

    def look(*, slow: bool) -> Turn | None:
        found = take(slow=slow)
        monkeypatch.setattr(turns, "take", take)
        waiting(against, anna, 6)
        others_found.append(playing.play_next())
        return found

    monkeypatch.setattr(turns, "take", look)

    assert playing.play_next() == 1
    assert others_found == [0]
    assert Game.objects.get().ply == 1
    assert [playing.play_next(), playing.play_next()] == [1, 0]
    assert Game.objects.get().ply == 2


def test_a_quick_computer_leaves_the_place_to_others(
    anna: User, bert: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting(against, anna)
    slow = waiting(against, bert, 6)
    thinking(monkeypatch, playing.play_next)

    playing.play_next()

    assert plies(slow) == [2]


def test_the_place_of_a_process_that_was_killed_is_free_when_its_lease_has_run_out(
    anna: User, against: Against
) -> None:
    game = waiting(against, anna, 6)
    killed = slow_work.place()
    killed.__enter__()
    assert (playing.play_next(), plies(game)) == (0, [1])

    let_the_lease_run_out()

    assert (playing.play_next(), plies(game)) == (1, [2])


def test_a_process_that_comes_back_too_late_does_not_free_the_place_of_another(db: None) -> None:
    with slow_work.place():
        let_the_lease_run_out()
        other = slow_work.place()
        assert other.__enter__()

    assert not is_free()
    other.__exit__(None, None, None)
    assert is_free()


def test_a_slow_computer_that_fails_does_not_delay_other_slow_ones(
    anna: User, bert: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = waiting(against, anna, 6), waiting(against, bert, 6)

    with monkeypatch.context() as patch:
        patch.setattr(playing, "choose", lambda *_arguments, **_options: 1 / 0)
        playing.play_next()
    playing.play_next()

    assert plies(broken, sound) == [1, 2]
