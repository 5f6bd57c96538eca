"""The page of a game that stays open over the end of what holds its clocks: an agreed pause, a dispute."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from games.disputes.models import Dispute
from games.play.actions import accept_pause, decline_draw, offer_draw, offer_pause
from games.time_off.models import Freeze, PauseOffer
from tests.e2e.conftest import NewContext
from tests.e2e.table import Table, signed_in
from tests.support.playing import SHUFFLE, SHUFFLING, play, stand_at

pytestmark = pytest.mark.e2e
MILLISECOND = timedelta(milliseconds=1)


@pytest.mark.parametrize("who", ["anna", "bert"])
def test_an_open_page_shows_the_running_clock_when_the_pause_has_ended(
    live_server_url: str, new_context: NewContext, game: Game, anna: User, bert: User, who: str
) -> None:
    offer_pause(game.number, anna, until=timezone.now() + timedelta(days=2))
    accept_pause(game.number, bert)
    page = signed_in(new_context(), {"anna": anna, "bert": bert}[who], live_server_url)
    page.clock.install()
    Table(page, game, live_server_url).open().ready()
    seat = page.locator("[data-side=white]")
    expect(seat.locator(".clock")).to_contain_text("paused")
    page.clock.fast_forward(47 * 3_600_000)
    expect(seat.locator(".clock")).to_contain_text("paused")
    # For the server two days have gone by as well. The end of a pause is no event.
    PauseOffer.objects.update(until=timezone.now())
    Game.objects.update(standstills="", deadline_at=timezone.now() + timedelta(days=3))

    page.clock.fast_forward(3_600_000 + 15_000)

    expect(seat.locator(".clock")).not_to_contain_text("paused")
    expect(seat.locator("[data-deadline] [data-time-short]")).to_be_visible()
    expect(page.get_by_text("Paused by agreement")).to_have_count(0)


def test_an_open_page_shows_the_running_clock_when_the_hold_of_a_dispute_has_ended(
    live_server_url: str, new_context: NewContext, begin: Callable[..., Game], anna: User, bert: User
) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    filing.open_dispute(game.number, anna, category=Dispute.Category.DRAW, text="Nobody can win this.")
    hold = Freeze.objects.get(game=game)
    page = signed_in(new_context(), anna, live_server_url)
    page.clock.install()
    Table(page, game, live_server_url).open().ready()
    seat = page.locator("[data-side=white]")
    expect(seat.locator(".clock")).to_contain_text("clock paused")
    page.clock.fast_forward((hold.ends_at - timezone.now() - timedelta(hours=1)) // MILLISECOND)
    expect(seat.locator(".clock")).to_contain_text("clock paused")
    # For the server the days of the hold have gone by as well. Its end is no event.
    Freeze.objects.update(ends_at=timezone.now())
    Game.objects.update(frozen_until=timezone.now(), standstills="", deadline_at=timezone.now() + timedelta(days=3))

    page.clock.fast_forward(timedelta(hours=1, seconds=15) // MILLISECOND)

    expect(seat.locator("[data-deadline] [data-time-short]")).to_be_visible()
    expect(seat.locator(".clock")).not_to_contain_text("paused")
