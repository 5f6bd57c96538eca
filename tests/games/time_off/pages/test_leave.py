"""The page of leave, and what opponents see of it on other pages."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.challenges.actions import Proposal, challenge_player
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.clocks import renew_stale_clocks
from games.play.timeouts import settle_overdue_games
from games.time_off.leave import take_leave
from games.time_off.models import Leave
from tests.conftest import NOON
from tests.support.pages import Reader
from tests.support.playing import fresh, unchanged
from tests.support.reading import messages_in, mistakes, text_of

pytestmark = pytest.mark.casual

PAGE = "/preferences/leave/"
ONE = timedelta(days=1)
BEYOND_CAP = (
    "Your leave account holds at most 30 days, and this leave together with what you have already "
    "planned needs more. Plan fewer days, or more time between them."
)


@pytest.fixture
def browser(reader: Reader, clock: time_machine.Traveller, anna: User) -> Client:
    """Anna's browser in Berlin, at one o'clock; she has been here for a year."""
    User.objects.update(emergency_day=True, date_joined=NOON - 365 * ONE, time_zone="Europe/Berlin")
    anna.refresh_from_db()
    return reader(anna)


def test_leave_is_begun_seen_and_ended(browser: Client, client: Client, game: Game, anna: User) -> None:
    begun = browser.post(PAGE, {"first_day": "", "last_day": "2026-03-08"})
    renew_stale_clocks()

    leave = Leave.objects.get()
    assert (leave.starts_at, leave.ends_at) == (NOON, datetime(2026, 3, 8, 23, tzinfo=UTC))
    assert messages_in(begun) == ["You are on leave. Your clocks are paused in games whose terms allow it."]
    assert "You are on leave: your clock is paused until Mon 9 Mar, 00:00." in text_of(
        browser.get(f"/games/{game.pk}/")
    )
    assert "anna is on leave: the clock is paused until" in text_of(client.get(f"/games/{game.pk}/"))
    assert "On leave until" in text_of(client.get("/players/anna/"))

    page = browser.get(PAGE)
    browser.post(f"{PAGE}{leave.pk}/end/")

    assert "If you come back now, your clocks run again from Tue 3 Mar, 13:00" in text_of(page)
    assert Leave.objects.get().ends_at == NOON + ONE


def test_the_other_side_is_told_of_leave_too(browser: Client, game: Game, bert: User) -> None:
    User.objects.update(emergency_day=True, date_joined=NOON - 365 * ONE)
    take_leave(bert, ends_at=NOON + 5 * ONE)

    assert "bert is on leave until Sat 7 Mar, 13:00." in text_of(browser.get(f"/games/{game.pk}/"))


def test_a_plan_is_shown_to_its_owner_alone_and_can_be_given_up(
    browser: Client, client: Client, reader: Reader, game: Game, bert: User
) -> None:
    planned = browser.post(PAGE, {"first_day": "2026-07-01", "last_day": "2026-07-14"})
    leave = Leave.objects.get()

    assert messages_in(planned) == ["Your leave is planned. Nobody else sees it before it begins."]
    assert "Wed 1 Jul, 00:00 until Wed 15 Jul, 00:00" in text_of(browser.get(PAGE))
    for other in (client, reader(bert)):
        for address in (f"/games/{game.pk}/", "/players/anna/", "/players/anna/?page=1"):
            assert "leave until" not in text_of(other.get(address))
    reader(bert).post(f"{PAGE}{leave.pk}/end/")
    assert Leave.objects.exists()
    browser.post(f"{PAGE}{leave.pk}/end/")
    assert not Leave.objects.exists()


def test_what_is_free_to_be_planned_stands_beside_what_is_left(browser: Client) -> None:
    before = text_of(browser.get(PAGE))
    browser.post(PAGE, {"first_day": "", "last_day": "2026-03-11"})

    assert "Available for leave that begins now 30 days Balance now 30 days Maximum 30 days" in before
    assert "Available for leave that begins now 21 days 7 hours Balance now 30 days Maximum 30 days" in text_of(
        browser.get(PAGE)
    )


@pytest.mark.parametrize(
    ("fields", "messages_beside"),
    [
        ({"last_day": ""}, {"last_day": ["This field is required."]}),
        (
            {"first_day": "2026-07-05", "last_day": "2026-07-01"},
            {"last_day": ["The last day is before the first day."]},
        ),
        (
            {"last_day": "2026-03-02"},
            {"": ["Leave lasts at least one day, cannot begin in the past, and can be planned up to a year ahead."]},
        ),
        (
            {"first_day": "2026-03-10", "last_day": "2026-06-10"},
            {"": [BEYOND_CAP]},
        ),
    ],
)
def test_what_cannot_be_is_said_on_the_page(
    browser: Client, fields: dict[str, str], messages_beside: dict[str, list[str]]
) -> None:
    with unchanged():
        page = browser.post(PAGE, fields)

    assert mistakes(page) == messages_beside


def test_a_new_player_who_wants_more_than_a_week_is_told_that_they_have_not_gained_it(
    browser: Client, anna: User
) -> None:
    User.objects.filter(pk=anna.pk).update(date_joined=NOON)

    with unchanged():
        page = browser.post(PAGE, {"last_day": "2026-03-10"})

    assert mistakes(page) == {
        "": [
            (
                "You will not have enough leave by then: part of it is already planned or not gained yet. Choose "
                "fewer days or begin later."
            )
        ]
    }


def test_the_emergency_day_can_be_switched_off_and_on(browser: Client, anna: User) -> None:
    states = []
    for fields in ({}, {"emergency_day": "on"}):
        browser.post(f"{PAGE}emergency-day/", fields)
        anna.refresh_from_db()
        states.append(anna.emergency_day)

    assert states == [False, True]


def test_a_bot_is_told_that_programs_take_no_leave(browser: Client, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(bot_since=NOON)

    assert "Bots cannot take leave." in text_of(browser.get(PAGE))


def test_the_game_is_claimed_by_a_button(
    clock: time_machine.Traveller, begin: Callable[..., Game], reader: Reader, anna: User, bert: User
) -> None:
    game = begin(Agreement(timeout="claim", leave_days=0))
    clock.shift(3 * ONE + ONE / 24)
    settle_overdue_games()

    assert "Claim the win" not in text_of(reader(anna).get(f"/games/{game.pk}/"))
    assert "Your time has run out." in text_of(reader(anna).get(f"/games/{game.pk}/"))
    assert "Claim the win" in text_of(reader(bert).get(f"/games/{game.pk}/"))
    reader(bert).post(f"/games/{game.pk}/timeout-claim/")
    assert fresh(game).result == "0-1"


@pytest.mark.parametrize(
    ("agreement", "words"),
    [
        (Agreement(), ["Up to 30 days for each side", "The game ends automatically when time runs out"]),
        (
            Agreement(leave_days=0, timeout="claim"),
            ["None: clocks keep running while a player is away", "can claim the win"],
        ),
    ],
)
def test_terms_of_time_are_shown_before_they_are_accepted(
    reader: Reader, anna: User, bert: User, agreement: Agreement, words: list[str]
) -> None:
    challenge = challenge_player(anna, bert, Proposal(agreement=agreement))

    page = text_of(reader(bert).get(f"/challenges/{challenge.pk}/"))

    assert [word for word in words if word not in page] == []
