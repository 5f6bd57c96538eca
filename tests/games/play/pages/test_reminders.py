"""The button that reminds an opponent, and what the two players see of it on the page of their game."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.core.models.games import Game
from games.play.models import Reminder
from games.play.opponent_reminders import remind
from games.players import relations
from tests.support.playing import fresh, play, unchanged
from tests.support.reading import markup_of

DAY = timedelta(days=1)
BUTTON = "Remind anna</button>"
NEWS = "bert is looking forward to your move."


@pytest.fixture
def slow(clock: time_machine.Traveller, game: Game) -> Game:
    """Anna has not moved for two of her three days."""
    clock.shift(2 * DAY)
    return game


def page_for(game: Game, viewer: User | None) -> str:
    client = Client()
    if viewer is not None:
        client.force_login(viewer)
    return markup_of(client.get(f"/games/{game.number}/"))


def test_the_button_is_there_when_it_is_time_and_not_before(
    clock: time_machine.Traveller, game: Game, bert: User
) -> None:
    clock.shift(DAY)
    before = page_for(game, bert)
    clock.shift(DAY)

    assert BUTTON not in before
    assert BUTTON in page_for(game, bert)


def test_it_works_without_scripts_and_only_once(client: Client, slow: Game, anna: User, bert: User) -> None:
    client.force_login(bert)

    answer = client.post(f"/games/{slow.number}/reminder/")

    assert (answer.status_code, answer.headers["Location"]) == (302, f"/games/{slow.number}/")
    assert Reminder.objects.count() == 1
    page = page_for(slow, bert)
    assert BUTTON not in page
    assert "You have reminded anna of this move." in page
    with unchanged():
        again = client.post(f"/games/{slow.number}/reminder/")
    assert again.status_code == 409
    assert "You have already reminded your opponent of this move." in again.content.decode()


def test_who_is_reminded_finds_it_on_the_page_until_they_have_moved(slow: Game, anna: User, bert: User) -> None:
    remind(slow.number, bert)
    before = page_for(slow, anna)
    play(slow, "d6")

    assert NEWS in before
    assert NEWS not in page_for(fresh(slow), anna)


def test_nobody_else_finds_anything_of_it(slow: Game, bert: User, carla: User) -> None:
    remind(slow.number, bert)

    for viewer in (carla, None):
        page = page_for(slow, viewer)
        assert BUTTON not in page
        assert NEWS not in page
        assert "You have reminded" not in page


def test_who_has_muted_the_other_does_not_find_it(slow: Game, anna: User, bert: User) -> None:
    relations.change(anna, bert, muted=True)
    remind(slow.number, bert)

    assert NEWS not in page_for(slow, anna)
    assert "You have reminded anna of this move." in page_for(slow, bert)


def test_who_has_blocked_the_other_has_no_button(slow: Game, anna: User, bert: User) -> None:
    relations.change(bert, anna, blocked=True)

    assert BUTTON not in page_for(slow, bert)


def test_the_page_does_not_tell_who_is_blocked(client: Client, slow: Game, anna: User, bert: User) -> None:
    relations.change(anna, bert, blocked=True)
    client.force_login(bert)
    page = page_for(slow, bert)

    with unchanged():
        refused = client.post(f"/games/{slow.number}/reminder/")

    assert BUTTON in page
    assert refused.status_code == 403
    assert "This is not possible with this player." in refused.content.decode()
