"""Leave that ends, and the day of leave that saves a game: who is told, when, by which channels, and never twice."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone, translation

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.notifications import line_of
from games.notifications import bell, choices, delivery
from games.notifications.models import Delivery
from games.notifications.timing import goes_out_at
from games.play.clocks import renew_stale_clocks
from games.play.timeouts import settle_overdue_games
from games.time_off import leave_ends
from games.time_off.leave import begin_planned, end_leave, take_leave
from games.time_off.models import Leave
from games.time_off.tasks import notify_of_leave_ends
from tests.conftest import NOON
from tests.games.notifications.kinds import is_due, name_of, notified_of
from tests.games.notifications.postbox import PostBox, text_of
from tests.support.playing import play
from tests.support.racing import at_once

Begin = Callable[..., Game]
RunDelivery = Callable[[], None]
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
DEADLINE = NOON + 3 * DAY


@pytest.fixture
def long_here(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    """It is noon, and both have gained all the leave there is."""
    User.objects.update(emergency_day=True, date_joined=NOON - 400 * DAY)
    anna.refresh_from_db()
    bert.refresh_from_db()


def newest(user: User) -> str:
    """What the bell shows first."""
    return bell.items_of(user, choices.settings_of(user))[0].event.type


def leave_events() -> list[Event]:
    return list(Event.objects.filter(type="leave_ends").order_by("id"))


# --- Leave ends -------------------------------------------------------------------------------------------------------


def test_a_day_before_its_end_the_player_is_notified_once_with_the_games_that_wait(
    clock: time_machine.Traveller, long_here: None, begin: Begin, anna: User
) -> None:
    begin(), begin(), play(begin(), "d6")
    leave = take_leave(anna, ends_at=NOON + 5 * DAY)
    counts = []
    for hours in (95, 96, 97, 119):
        clock.move_to(NOON + hours * HOUR)
        counts.append(leave_ends.record_due())

    (event,) = leave_events()
    assert counts == [0, 1, 0, 0]
    assert event.data == {"leave": leave.pk, "ends_at": "2026-03-07T12:00:00Z", "games_waiting": 2}
    assert (name_of(event), notified_of(event)) == ("leave_ends", (anna.pk,))
    assert [is_due(event, now=NOON + hours * HOUR) for hours in (119, 120)] == [True, False]


def test_the_task_records_all_that_are_due(
    clock: time_machine.Traveller, long_here: None, anna: User, bert: User
) -> None:
    for player in (anna, bert):
        take_leave(player, ends_at=NOON + 5 * DAY)
    clock.move_to(NOON + 4 * DAY)

    notify_of_leave_ends()

    assert [row.user_id for event in leave_events() for row in event.user_events.all()] == [anna.pk, bert.pk]


@pytest.mark.parametrize(("days", "count"), [(1, 0), (1.5, 1)])
def test_leave_of_a_single_day_has_no_notification(
    clock: time_machine.Traveller, long_here: None, anna: User, days: float, count: int
) -> None:
    take_leave(anna, ends_at=NOON + days * DAY)
    clock.move_to(NOON + (days - 0.5) * DAY)

    assert leave_ends.record_due() == count


def test_a_plan_that_has_not_begun_and_leave_that_is_over_are_sent_to_nobody(
    clock: time_machine.Traveller, long_here: None, anna: User, bert: User
) -> None:
    take_leave(anna, starts_at=NOON + DAY, ends_at=NOON + 5 * DAY)
    take_leave(bert, ends_at=NOON + 3 * DAY)
    clock.move_to(NOON + 4.5 * DAY)

    assert leave_ends.record_due() == 0


def test_where_other_leave_follows_the_last_end_is_notified(
    clock: time_machine.Traveller, long_here: None, anna: User
) -> None:
    take_leave(anna, ends_at=NOON + 5 * DAY)
    take_leave(anna, starts_at=NOON + 5 * DAY, ends_at=NOON + 8 * DAY)
    clock.move_to(NOON + 4.5 * DAY)
    first = leave_ends.record_due()
    clock.move_to(NOON + 7.5 * DAY)
    begin_planned()

    assert (first, leave_ends.record_due()) == (0, 1)
    assert [event.data["ends_at"] for event in leave_events()] == ["2026-03-10T12:00:00Z"]


def test_who_has_added_to_it_meanwhile_gets_no_mail(
    clock: time_machine.Traveller, long_here: None, anna: User, reachable: None, box: PostBox, run_delivery: RunDelivery
) -> None:
    take_leave(anna, ends_at=NOON + 5 * DAY)
    clock.move_to(NOON + 4 * DAY)
    leave_ends.record_due()
    delivery.dispatch()
    take_leave(anna, starts_at=NOON + 5 * DAY, ends_at=NOON + 7 * DAY)
    run_delivery()

    assert box.emails == []


def test_who_has_come_back_meanwhile_gets_no_mail(
    clock: time_machine.Traveller, long_here: None, anna: User, reachable: None, box: PostBox, run_delivery: RunDelivery
) -> None:
    leave = take_leave(anna, ends_at=NOON + 5 * DAY)
    clock.move_to(NOON + 4 * DAY)
    leave_ends.record_due()
    delivery.dispatch()
    end_leave(anna, leave.pk)
    run_delivery()

    assert box.emails == []
    assert Delivery.objects.get().status == Delivery.Status.SKIPPED


def test_the_mail_says_when_and_how_many_games(
    clock: time_machine.Traveller,
    long_here: None,
    game: Game,
    anna: User,
    reachable: None,
    box: PostBox,
    run_delivery: RunDelivery,
) -> None:
    run_delivery()
    box.emails.clear()
    take_leave(anna, ends_at=NOON + 5 * DAY)
    clock.move_to(NOON + 4 * DAY)
    leave_ends.record_due()
    run_delivery()
    run_delivery()

    (email,) = box.emails
    assert (email["To"], email["Subject"]) == ("anna@example.org", "Your leave ends soon: 1 game is waiting for you")
    assert "Your leave lasts until Saturday 7 March 2026, 13:00 (CET)." in text_of(email)
    assert "It is your move in 1 game." in text_of(email)
    assert "<b>Saturday 7 March 2026, 13:00 (CET)</b>" in text_of(email, "html")
    assert "List-Unsubscribe" in email


def test_a_digest_that_would_come_too_late_is_not_waited_for(long_here: None, anna: User) -> None:
    row = choices.change(anna, pace="daily", daily_hour=12)
    happened = NOON + 4 * DAY
    event = Event(type="leave_ends", data={"ends_at": "2026-03-07T12:00:00Z"}, created_at=happened)
    soon = Event(type="leave_ends", data={"ends_at": "2026-03-07T20:00:00Z"}, created_at=happened)

    moments = [goes_out_at(each, anna, row, Delivery.Channel.EMAIL, now=happened) - happened for each in (event, soon)]

    assert moments == [timedelta(0), 23 * HOUR]


def test_the_bell_shows_it_and_can_be_told_not_to(
    clock: time_machine.Traveller, long_here: None, game: Game, anna: User, bert: User
) -> None:
    take_leave(anna, ends_at=NOON + 5 * DAY)
    clock.move_to(NOON + 4 * DAY)
    leave_ends.record_due()
    item = bell.items_of(anna, choices.settings_of(anna))[0]

    with translation.override("en"):
        line = line_of(item.event, anna)

    assert line.text.startswith("Your leave ends on Saturday 7 March 2026")
    assert (line.more, line.url) == ("It is your move in 1 game.", "/")
    row = choices.change(anna, table={"leave_ends": {"bell": False}})
    assert "leave_ends" not in [row.event.type for row in bell.items_of(anna, row)]
    assert "leave_ends" not in [row.event.type for row in bell.items_of(bert, choices.settings_of(bert))]


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_tell_once(anna: User) -> None:
    now = timezone.now()
    ends = {"starts_at": now - 3 * DAY, "ends_at": now + HOUR, "begun_at": now - 3 * DAY}
    for _each in range(5):
        Leave.objects.create(user=anna, **ends)

    at_once(*[leave_ends.record_due] * 4, lambda: leave_ends.record_due(limit=2))
    while leave_ends.record_due():
        pass

    assert len({event.data["leave"] for event in leave_events()}) == len(leave_events()) == 5


# --- A day of leave that saves a game ---------------------------------------------------------------------------------


@pytest.mark.casual
def test_only_the_player_whose_game_was_saved_is_notified(
    clock: time_machine.Traveller, long_here: None, game: Game, anna: User, bert: User
) -> None:
    clock.move_to(DEADLINE + HOUR)
    settle_overdue_games()
    event = Event.objects.select_related("game").get(type="deadline_moved")

    assert (name_of(event), notified_of(event)) == ("emergency_day", (anna.pk,))
    assert is_due(event, now=timezone.now())
    assert newest(anna) == "deadline_moved"
    assert "deadline_moved" not in [row.event.type for row in bell.items_of(bert, choices.settings_of(bert))]


@pytest.mark.casual
def test_it_is_sent_for_black_too_and_not_once_they_have_moved(
    clock: time_machine.Traveller, long_here: None, game: Game, bert: User
) -> None:
    play(game, "d6")
    clock.move_to(DEADLINE + HOUR)
    settle_overdue_games()
    event = Event.objects.select_related("game").get(type="deadline_moved")
    before = is_due(event, now=timezone.now())
    news = bell.unread_count(bert, choices.settings_of(bert))
    play(game, "f4")
    after = is_due(Event.objects.select_related("game").get(pk=event.pk), now=timezone.now())

    assert (notified_of(event), before, after) == ((bert.pk,), True, False)
    assert newest(bert) == "deadline_moved"
    assert bell.unread_count(bert, choices.settings_of(bert)) < news


def test_a_deadline_that_moves_by_the_players_own_leave_is_no_news(long_here: None, game: Game, anna: User) -> None:
    take_leave(anna, ends_at=NOON + 5 * DAY)
    renew_stale_clocks()
    event = Event.objects.select_related("game").get(type="deadline_moved")

    assert notified_of(event) == ()
    assert "deadline_moved" not in [row.event.type for row in bell.items_of(anna, choices.settings_of(anna))]


@pytest.mark.casual
def test_the_mail_says_what_was_drawn_and_until_when_and_comes_at_once(
    clock: time_machine.Traveller,
    long_here: None,
    game: Game,
    anna: User,
    reachable: None,
    box: PostBox,
    run_delivery: RunDelivery,
) -> None:
    run_delivery()
    box.emails.clear()
    choices.change(anna, pace="daily", daily_hour=3)
    clock.move_to(DEADLINE + HOUR)
    settle_overdue_games()
    run_delivery()
    run_delivery()

    (email,) = box.emails
    subject = f"Your emergency day saved your game against bert (game {game.number})"
    assert (email["To"], email["Subject"]) == ("anna@example.org", subject)
    assert "You have 23 hours left, until Friday 6 March 2026, 13:00 (CET)." in text_of(email)
    assert "Your emergency day was used, so the game is not lost" in text_of(email, "html")
