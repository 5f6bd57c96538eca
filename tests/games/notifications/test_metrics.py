"""What is said of mails, push messages and events that wait."""

from datetime import timedelta

from django.db.models.functions import Now

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.notifications.models import Delivery
from tests.support.metrics import of_server

HOUR, HALF = timedelta(hours=1), timedelta(minutes=30)


def test_due_deliveries_are_counted_by_their_channel(game: Game, anna: User, bert: User) -> None:
    event = Event.objects.latest("id")
    waiting = Delivery.Status.WAITING
    for user, channel, at, status in [
        (anna, "email", Now() - 3 * HOUR - HALF, waiting),
        (bert, "email", Now() - 2 * HOUR - HALF, waiting),
        (anna, "push", Now() - HOUR - HALF, waiting),
        (bert, "push", Now() + HOUR, waiting),
    ]:
        Delivery.objects.create(event=event, user=user, channel=channel, next_attempt_at=at, status=status)

    found = of_server()

    counts = {name: found.value("muehle_deliveries_due", channel=name) for name in ("email", "push")}
    hours = {name: found.value("muehle_deliveries_oldest_seconds", channel=name) // 3600 for name in ("email", "push")}
    assert counts == {"email": 2, "push": 1}
    assert hours == {"email": 3, "push": 1}


def test_what_has_been_sent_is_not_due(game: Game, anna: User) -> None:
    event = Event.objects.latest("id")
    Delivery.objects.create(event=event, user=anna, channel="email", next_attempt_at=Now() - HOUR, status="sent")

    assert of_server().value("muehle_deliveries_due", channel="email") == 0


def test_the_oldest_event_that_waits_to_be_dispatched_has_an_age(game: Game) -> None:
    Event.objects.update(dispatched_at=Now())
    nothing = of_server().value("muehle_events_undispatched_seconds")
    Event.objects.filter(pk=Event.objects.latest("id").pk).update(
        dispatched_at=None, created_at=Now() - 2 * HOUR - HALF
    )

    assert nothing == 0
    assert of_server().value("muehle_events_undispatched_seconds") // 3600 == 2
