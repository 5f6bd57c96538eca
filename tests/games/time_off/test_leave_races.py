"""Leave at the same instant: never drawn twice, never planned twice, and no clock is forgotten."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.db import connection, transaction

from accounts.models import User
from games.core.models.games import Game
from games.play import clocks
from games.play.actions import play_move
from games.play.clocks import renew_stale_clocks
from games.play.timeouts import settle
from games.time_off.days_off import change_days_off
from games.time_off.leave import end_leave, take_leave
from games.time_off.models import Leave, StaleClocks
from tests.conftest import NOON
from tests.support.playing import fresh
from tests.support.racing import answer_or_refusal, at_once, while_locked

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.casual]

ONE = timedelta(days=1)


def test_one_day_of_leave_saves_both_games_although_they_are_looked_at_at_once(
    clock: time_machine.Traveller, begin: Callable[..., Game], anna: User
) -> None:
    User.objects.filter(pk=anna.pk).update(emergency_day=True)
    games = [begin(), begin()]
    clock.move_to(NOON + 3 * ONE + timedelta(hours=1))

    at_once(*(partial(settle, game.number) for game in games))

    assert [fresh(game).status for game in games] == ["ongoing", "ongoing"]
    assert {fresh(game).deadline_at for game in games} == {NOON + 4 * ONE}
    assert Leave.objects.count() == 1


def test_the_same_days_are_planned_once(clock: time_machine.Traveller, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(emergency_day=True, date_joined=NOON - 365 * ONE)
    plan = partial(take_leave, anna, starts_at=NOON + 5 * ONE, ends_at=NOON + 9 * ONE)

    answers = at_once(*[plan] * 4)

    assert sorted(getattr(answer, "code", "planned") for answer in answers) == ["leave_overlaps"] * 3 + ["planned"]
    assert Leave.objects.count() == 1


def test_a_move_and_leave_at_once_end_in_the_same_deadline(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User
) -> None:
    User.objects.filter(pk=bert.pk).update(emergency_day=True, date_joined=NOON - 365 * ONE)

    at_once(
        partial(play_move, game.number, anna, "d6", ply=1),
        partial(take_leave, bert, ends_at=NOON + 5 * ONE),
    )

    assert fresh(game).deadline_at == NOON + 8 * ONE


def test_leave_finds_the_turn_that_a_move_is_just_handing_over(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User
) -> None:
    User.objects.filter(pk=bert.pk).update(emergency_day=True, date_joined=NOON - 365 * ONE)
    move = partial(play_move, game.number, anna, "d6", ply=1)

    with while_locked(game, partial(take_leave, bert, ends_at=NOON + 5 * ONE), first=move):
        assert Leave.objects.exists()

    assert fresh(game).deadline_at == NOON + 8 * ONE


def test_clocks_are_told_by_the_worker_when_the_request_died_before(
    clock: time_machine.Traveller, game: Game, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.filter(pk=anna.pk).update(emergency_day=True, date_joined=NOON - 365 * ONE)
    with monkeypatch.context() as broken:
        broken.setattr(clocks, "renew", lambda *_args, **_options: 1 / 0)
        answer_or_refusal(partial(take_leave, anna, ends_at=NOON + 5 * ONE))
    assert fresh(game).deadline_at == NOON + 3 * ONE

    renew_stale_clocks()

    assert fresh(game).deadline_at == NOON + 8 * ONE
    assert not StaleClocks.objects.exists()


# --- Not in the way of others -----------------------------------------------------------------------------------------


def refer_to(user: User) -> None:
    """Lock the user's row as PostgreSQL does for a row that refers to it, without waiting."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM accounts_user WHERE id = %s FOR KEY SHARE NOWAIT", [user.pk])


def take_and_end(game: Game, anna: User) -> None:
    end_leave(anna, take_leave(anna, starts_at=NOON + 5 * ONE, ends_at=NOON + 9 * ONE).pk)


def draw_an_emergency_day(game: Game, anna: User) -> None:
    settle(game.number)
    assert Leave.objects.filter(game=game, user=anna).exists()


@pytest.mark.parametrize(
    ("action", "days"),
    [
        (lambda _game, anna: take_leave(anna, ends_at=NOON + 5 * ONE), 0),
        (take_and_end, 0),
        (lambda _game, anna: change_days_off(anna, weekdays=[5], time_zone="UTC"), 0),
        (draw_an_emergency_day, 3.1),
    ],
    ids=["leave is taken", "leave is ended", "days off change", "an emergency day is drawn"],
)
def test_rows_that_refer_to_the_player_can_be_stored_meanwhile(
    clock: time_machine.Traveller, game: Game, anna: User, action: Callable[[Game, User], object], days: float
) -> None:
    User.objects.filter(pk=anna.pk).update(emergency_day=True, date_joined=NOON - 365 * ONE)
    clock.shift(days * ONE)

    with transaction.atomic():
        action(game, anna)
        answers = at_once(partial(refer_to, anna))

    assert answers == [None]
