"""Reminding an opponent over the API."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.play.actions import play_move, resign
from games.play.opponent_reminders import remind
from games.players import relations
from games.time_off.leave import take_leave
from tests.conftest import NOON
from tests.support.api import Api, refused
from tests.support.playing import unchanged

DAY = timedelta(days=1)


@pytest.fixture
def slow(clock: time_machine.Traveller, game: Game) -> Game:
    """Anna has not moved for two of her three days."""
    clock.shift(2 * DAY)
    return game


def test_it_is_answered_with_the_game_and_told_to_both(api: Api, slow: Game, anna: User, bert: User) -> None:
    answer = api(bert).send(f"games/{slow.number}/reminder/")

    assert answer.status_code == 201
    assert answer.json() == api(bert).read(f"games/{slow.number}/")
    for player in (anna, bert):
        *_others, event = api(player).read("events/")["results"]
        assert (event["type"], event["game"], event["actor"]) == ("opponent_reminded", slow.number, "bert")
        assert event["data"] == {"ply": 0}
        assert api(player).read(f"games/{slow.number}/events/")["results"][-1]["type"] == "opponent_reminded"
    (line, *_earlier) = api(anna).read("notifications/")["results"]
    assert (line["notification"], line["text"]) == ("reminder", "bert is looking forward to your move")


def test_nobody_else_hears_of_it(api: Api, slow: Game, bert: User, carla: User) -> None:
    api(bert).send(f"games/{slow.number}/reminder/")

    for client in (api(), api(carla)):
        page = client.read(f"games/{slow.number}/events/")
        assert [event["type"] for event in page["results"]] == ["game_started"]
        assert page["newest_seq"] == Event.objects.get(game=slow, type="game_started").pk


def test_too_soon_says_from_when_on(api: Api, clock: time_machine.Traveller, game: Game, bert: User) -> None:
    clock.shift(DAY)

    with unchanged():
        problem = refused(api(bert).send(f"games/{game.number}/reminder/"), 409, "reminder_too_soon")

    assert problem["may_remind_at"] == "2026-03-04T00:00:00Z"
    assert problem["game"]["number"] == game.number


def given(slow: Game, _anna: User, bert: User) -> None:
    remind(slow.number, bert)


def moved(slow: Game, anna: User, _bert: User) -> None:
    play_move(slow.number, anna, "d6", ply=1)


def resigned(slow: Game, anna: User, _bert: User) -> None:
    resign(slow.number, anna)


def away(_slow: Game, anna: User, _bert: User) -> None:
    User.objects.filter(pk=anna.pk).update(emergency_day=True, date_joined=NOON - 400 * DAY)
    anna.refresh_from_db()
    take_leave(anna, ends_at=NOON + 9 * DAY)


def blocked(_slow: Game, anna: User, bert: User) -> None:
    relations.change(anna, bert, blocked=True)


def blocking(_slow: Game, anna: User, bert: User) -> None:
    relations.change(bert, anna, blocked=True)


@pytest.mark.parametrize(
    ("before", "status", "code"),
    [
        (given, 409, "already_reminded"),
        (moved, 409, "reminder_on_own_turn"),
        (resigned, 409, "game_over"),
        (away, 409, "clock_stands"),
        (blocked, 403, "player_unavailable"),
        (blocking, 409, "player_blocked"),
    ],
)
def test_what_speaks_against_it_has_a_code_and_nothing_changes(
    api: Api,
    slow: Game,
    anna: User,
    bert: User,
    before: Callable[[Game, User, User], None],
    status: int,
    code: str,
) -> None:
    before(slow, anna, bert)

    with unchanged():
        refused(api(bert).send(f"games/{slow.number}/reminder/"), status, code)


def test_a_token_that_may_only_play_reminds_nobody(api: Api, slow: Game, bert: User) -> None:
    with unchanged():
        refused(api(bert, "game:play").send(f"games/{slow.number}/reminder/"), 403, "insufficient_scope")

    assert api(bert, "message:write").send(f"games/{slow.number}/reminder/").status_code == 201


def test_who_is_muted_is_answered_as_ever(api: Api, slow: Game, anna: User, bert: User) -> None:
    relations.change(anna, bert, muted=True)

    assert api(bert).send(f"games/{slow.number}/reminder/").status_code == 201
    assert "opponent_reminded" not in [event["type"] for event in api(anna).read("events/")["results"]]
    assert "opponent_reminded" not in [
        event["type"] for event in api(anna).read(f"games/{slow.number}/events/")["results"]
    ]
