"""The deadline that a mail names is the one of the page and of the API: with days off, and with leave."""

from collections.abc import Callable
from datetime import timedelta

import time_machine
from django.test import Client

from accounts.models import User
from games.core.models.games import Game
from games.notifications.delivery import deliver, dispatch
from games.play.clocks import renew_stale_clocks
from games.time_off import days_off
from games.time_off.leave import take_leave
from tests.conftest import NOON
from tests.games.notifications.postbox import PostBox, text_of

ONE = timedelta(days=1)


def test_days_off_and_leave_are_in_every_deadline_that_is_shown(
    clock: time_machine.Traveller,
    client: Client,
    begin: Callable[..., Game],
    anna: User,
    reachable: None,
    box: PostBox,
) -> None:
    User.objects.filter(pk=anna.pk).update(emergency_day=True, date_joined=NOON - 365 * ONE)
    days_off.change_days_off(anna, weekdays=[2], time_zone="UTC")
    take_leave(anna, ends_at=NOON + 7 * ONE)
    renew_stale_clocks()

    game = begin()
    dispatch()
    deliver(seconds=30)

    # A week of leave, then three days without the Wednesday among them.
    (email,) = [each for each in box.emails if each["To"] == anna.email]
    words = "Friday 13 March 2026, 13:00 (CET)"
    assert words in text_of(email)
    assert words in text_of(email, "html")
    assert client.get(f"/api/v1/games/{game.pk}/").json()["clock"]["deadline_at"] == "2026-03-13T12:00:00Z"
    assert "2026-03-13T" in client.get(f"/games/{game.pk}/").content.decode()
