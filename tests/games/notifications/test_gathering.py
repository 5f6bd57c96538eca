"""Several notifications in one mail, the most urgent first, and none before its time."""

from collections.abc import Callable
from datetime import timedelta

import time_machine

from accounts.models import User
from games.chat.messages import send_message
from games.core.models.events import Event
from games.core.models.games import Game
from games.notifications import choices
from games.notifications.delivery import deliver, dispatch
from games.notifications.models import Delivery
from games.play.actions import abort, play_move
from games.play.deadline_notifications import record_due
from tests.conftest import NOON
from tests.games.notifications.postbox import PostBox, text_of
from tests.support.playing import play

Begin = Callable[..., Game]


def test_what_has_gathered_comes_in_one_mail_the_most_urgent_first(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User, reachable: None, box: PostBox
) -> None:
    choices.change(anna, pace="hourly")
    late, soon, over = begin(), begin(), begin()
    Game.objects.filter(pk=soon.pk).update(deadline_at=NOON + timedelta(days=1))
    abort(over.number, bert)
    dispatch()
    deliver(seconds=30)
    early = len(box.emails)
    clock.shift(timedelta(hours=1))
    deliver(seconds=30)

    (email,) = box.emails
    text = text_of(email)
    assert early == 0
    assert email["Subject"] == "3 updates from your games"
    places = [text.index(f"/games/{game.number}/") for game in (soon, late, over)]
    assert places == sorted(places)
    assert f"/games/{soon.number}/" in text_of(email, "html")
    assert set(Delivery.objects.values_list("status", flat=True)) == {"sent"}


def test_a_move_that_was_made_meanwhile_is_not_in_the_mail(
    clock: time_machine.Traveller, begin: Begin, anna: User, reachable: None, box: PostBox
) -> None:
    choices.change(anna, pace="hourly")
    made, waiting = begin(), begin()
    dispatch()
    play(made, "d6")
    clock.shift(timedelta(hours=1))
    deliver(seconds=30)

    (email,) = [email for email in box.emails if email["To"] == "anna@example.org"]
    assert email["Subject"] == f"Your game against bert has begun (game {waiting.number})"
    assert sorted(Delivery.objects.filter(user=anna).values_list("status", flat=True)) == ["sent", "skipped"]


def test_who_wants_mails_gathered_while_one_waits_has_it_put_off_without_an_attempt(
    clock: time_machine.Traveller, game: Game, anna: User, reachable: None, box: PostBox
) -> None:
    dispatch()
    choices.change(anna, pace="daily", daily_hour=14)
    deliver(seconds=30)

    delivery = Delivery.objects.get()
    assert (box.emails, delivery.status, delivery.attempts) == ([], "waiting", 0)
    assert delivery.next_attempt_at == NOON + timedelta(hours=1)


def test_who_wants_mails_at_once_again_has_what_waits_at_once(
    clock: time_machine.Traveller, game: Game, anna: User, reachable: None, box: PostBox
) -> None:
    choices.change(anna, pace="daily")
    dispatch()
    choices.change(anna, pace="at_once")
    deliver(seconds=30)

    assert len(box.emails) == 1


def test_nothing_stands_twice_in_a_mail_about_several(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User, reachable: None, box: PostBox
) -> None:
    choices.change(anna, pace="daily")
    play(game, "d6")
    play_move(game.number, bert, "f4", ply=2, message="Have a look at d2.")
    send_message(game.number, bert, "And at b4.")
    clock.move_to(NOON + timedelta(hours=54))
    record_due()
    Delivery.objects.all().delete()
    Event.objects.exclude(type="challenge_accepted").update(dispatched_at=None)
    dispatch()
    Delivery.objects.update(next_attempt_at=NOON)
    deliver(seconds=30)

    (email,) = [email for email in box.emails if email["To"] == "anna@example.org"]
    # The HTML begins with a preview of the first line.
    for text, preview in ((text_of(email), 0), (text_of(email, "html"), 1)):
        assert text.count("Your time against bert is running out") == preview + 1
        assert text.count("Your move against bert") == 0
        assert text.count("And at b4.") == 1
    assert set(Delivery.objects.filter(user=anna).values_list("status", flat=True)) == {"sent"}
