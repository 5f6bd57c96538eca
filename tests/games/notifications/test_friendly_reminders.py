"""A friendly reminder of a move: who is told, until when, in which words, and by which channels."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone, translation

from accounts.models import User
from games.core import pubsub
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.core.notifications import line_of
from games.notifications import bell, choices, delivery
from games.notifications.models import Delivery
from games.play.actions import resign
from games.play.opponent_reminders import remind
from games.players import relations
from tests.games.notifications.kinds import is_due, name_of, notified_of
from tests.games.notifications.postbox import PostBox, text_of
from tests.support.playing import play

Begin = Callable[..., Game]
RunDelivery = Callable[[], None]
DAY = timedelta(days=1)


@pytest.fixture
def reminded(clock: time_machine.Traveller, game: Game, bert: User, reachable: None) -> Game:
    """Bert has reminded Anna after two of her three days; all that was told before is done with."""
    delivery.dispatch()
    Delivery.objects.all().delete()
    clock.shift(2 * DAY)
    return remind(game.number, bert)


def the_event() -> Event:
    return Event.objects.select_related("game").get(type="opponent_reminded")


def due() -> bool:
    return is_due(the_event(), now=timezone.now())


def test_the_player_on_move_is_notified_and_not_who_reminds_them(reminded: Game, anna: User) -> None:
    assert (name_of(the_event()), notified_of(the_event()), due()) == ("reminder", (anna.pk,), True)


def test_nobody_is_notified_any_more_who_has_moved(reminded: Game) -> None:
    play(reminded, "d6")

    assert not due()


def test_nobody_is_notified_any_more_whose_game_has_ended(reminded: Game, bert: User) -> None:
    resign(reminded.number, bert)

    assert not due()


def test_a_player_who_has_muted_the_other_gets_no_notification(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User, reachable: None
) -> None:
    relations.change(anna, bert, muted=True)
    clock.shift(2 * DAY)
    remind(game.number, bert)
    delivery.dispatch()

    assert notified_of(the_event()) == ()
    assert not Delivery.objects.filter(event=the_event()).exists()
    assert "opponent_reminded" not in [item.event.type for item in bell.items_of(anna, choices.settings_of(anna))]


def test_the_mail_is_kind_and_says_until_when(reminded: Game, box: PostBox, run_delivery: RunDelivery) -> None:
    run_delivery()
    run_delivery()

    (email,) = box.emails
    subject = f"bert is looking forward to your move (game {reminded.number})"
    assert (email["To"], email["Subject"]) == ("anna@example.org", subject)
    assert "It is your move in the game against bert, who is looking forward to it." in text_of(email)
    assert "You have 1 day left, until Thursday 5 March 2026, 13:00 (CET)." in text_of(email)
    assert "A friendly reminder" in text_of(email, "html")
    assert "until Thursday 5 March 2026, 13:00 (CET)" in text_of(email, "html")
    assert "List-Unsubscribe" in email


@pytest.mark.casual
def test_where_time_has_run_out_the_mail_says_nothing_of_time(
    clock: time_machine.Traveller,
    begin: Begin,
    anna: User,
    bert: User,
    reachable: None,
    box: PostBox,
    run_delivery: RunDelivery,
) -> None:
    game = begin(Agreement(timeout="claim", leave_days=0))
    clock.shift(4 * DAY)
    choices.change(anna, table={"your_move": {"email": False}, "challenge_answer": {"email": False}})
    remind(game.number, bert)
    run_delivery()

    (email,) = box.emails
    assert "who is looking forward to it." in text_of(email)
    assert "You have" not in text_of(email)
    assert "You have" not in text_of(email, "html")


def test_the_bell_shows_it_as_news_until_the_move(reminded: Game, anna: User, bert: User) -> None:
    row = choices.settings_of(anna)
    before = bell.unread_count(anna, row)
    with translation.override("en"):
        line = line_of(bell.items_of(anna, row)[0].event, anna)
    play(reminded, "d6")

    assert line.text == "bert is looking forward to your move"
    assert (line.more, line.url) == ("", f"/games/{reminded.number}/")
    # The answer to the challenge, the beginning of the game, and the reminder.
    assert (before, bell.unread_count(anna, row)) == (3, 0)
    assert "opponent_reminded" not in [item.event.type for item in bell.items_of(bert, choices.settings_of(bert))]


def test_who_wants_no_reminders_gets_none(reminded: Game, anna: User) -> None:
    row = choices.change(anna, table={"reminder": {"email": False, "bell": False}})
    delivery.dispatch()

    assert not Delivery.objects.exists()
    assert "opponent_reminded" not in [item.event.type for item in bell.items_of(anna, row)]


def test_who_has_seen_it_on_the_board_gets_no_mail(reminded: Game, anna: User, box: PostBox) -> None:
    delivery.dispatch()
    pubsub.note_presence(user=anna.pk, game=reminded.pk, event=the_event().pk)

    delivery.deliver(seconds=30)

    assert (box.emails, Delivery.objects.get().status) == ([], Delivery.Status.SEEN)
