"""A player who has the board open gets no mail about what they see there."""

import pytest
import time_machine
from django.conf import LazySettings

from accounts.models import User
from games.chat.messages import send_message
from games.core import pubsub
from games.core.models.events import Event
from games.core.models.games import Game
from games.notifications import choices
from games.notifications.delivery import deliver, dispatch
from games.notifications.models import Delivery
from games.notifications.queue import LONGEST_PRESENCE, LOOK_AGAIN
from games.play.deadline_notifications import record_due
from tests.conftest import NOON
from tests.games.notifications.postbox import PostBox
from tests.support.playing import play


@pytest.fixture
def moved(clock: time_machine.Traveller, game: Game, reachable: None) -> Game:
    """Anna has played at noon; her own notifications are done with."""
    play(game, "d6")
    dispatch()
    return game


def last_event(game: Game) -> int:
    return Event.objects.filter(game=game).latest("id").pk


def to_bert() -> Delivery:
    return Delivery.objects.get(user__username="bert")


def test_what_was_seen_on_the_board_is_not_written(moved: Game, bert: User, box: PostBox) -> None:
    pubsub.note_presence(user=bert.pk, game=moved.pk, event=last_event(moved))
    pubsub.note_absence(user=bert.pk, game=moved.pk)

    deliver(seconds=30)

    assert (box.emails, to_bert().status) == ([], "seen")


def test_who_sits_before_a_board_that_does_not_show_it_yet_is_written_to_when_they_have_left(
    clock: time_machine.Traveller, moved: Game, bert: User, box: PostBox
) -> None:
    pubsub.note_presence(user=bert.pk, game=moved.pk, event=last_event(moved) - 1)
    deliver(seconds=30)
    held = to_bert()
    pubsub.note_absence(user=bert.pk, game=moved.pk)
    clock.shift(LOOK_AGAIN)
    deliver(seconds=30)

    assert (held.status, held.attempts, held.next_attempt_at) == ("waiting", 0, NOON + LOOK_AGAIN)
    assert (to_bert().status, len(box.emails)) == ("sent", 1)


def test_a_page_that_nobody_looks_at_holds_nothing_back_for_long(
    clock: time_machine.Traveller, moved: Game, bert: User, box: PostBox
) -> None:
    pubsub.note_presence(user=bert.pk, game=moved.pk, event=last_event(moved) - 1)
    clock.shift(LONGEST_PRESENCE)

    deliver(seconds=30)

    assert to_bert().status == "sent"


def test_a_deadline_is_sent_to_who_sits_there_too(
    clock: time_machine.Traveller, moved: Game, bert: User, box: PostBox
) -> None:
    clock.shift(60 * 60 * 60)
    record_due()
    dispatch()
    pubsub.note_presence(user=bert.pk, game=moved.pk, event=last_event(moved))

    deliver(seconds=30)

    assert [email["Subject"] for email in box.emails if email["To"] == "bert@example.org"] == [
        f"Your time against anna is running out (game {moved.number})"
    ]


def test_a_message_that_came_later_is_written(
    clock: time_machine.Traveller, moved: Game, anna: User, bert: User, box: PostBox
) -> None:
    pubsub.note_presence(user=bert.pk, game=moved.pk, event=last_event(moved))
    pubsub.note_absence(user=bert.pk, game=moved.pk)
    clock.shift(1)
    send_message(moved.number, anna, "Still there?")
    dispatch()

    deliver(seconds=30)

    assert [email["Subject"] for email in box.emails] == [f"anna sent you a message (game {moved.number})"]


def test_where_redis_is_away_people_are_notified(moved: Game, bert: User, box: PostBox, settings: LazySettings) -> None:
    settings.PUBSUB_URL = "redis://127.0.0.1:1/0"
    pubsub.note_presence(user=bert.pk, game=moved.pk, event=last_event(moved))
    pubsub.note_absence(user=bert.pk, game=moved.pk)

    deliver(seconds=30)

    assert to_bert().status == "sent"


def test_who_wants_mails_even_while_a_page_is_open_gets_them_at_once(moved: Game, bert: User, box: PostBox) -> None:
    choices.change(bert, email_while_open=True)
    pubsub.note_presence(user=bert.pk, game=moved.pk, event=last_event(moved))

    deliver(seconds=30)

    assert (len(box.emails), to_bert().status) == (1, "sent")
