"""Old deliveries are deleted in batches."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.core.models.events import Event
from games.core.models.games import Game
from games.notifications.models import Delivery
from games.notifications.tasks import DELIVERIES_KEPT, clean_up, delete_old

OLD = DELIVERIES_KEPT + timedelta(days=1)


@pytest.fixture
def deliveries(game: Game) -> list[Delivery]:
    """Four old ones, of which the first waits, and a new one."""
    start, now = Event.objects.get(game=game), timezone.now()
    made = []
    for number in range(5):
        event = Event.objects.create(type=start.type, game=game, created_at=now - (OLD if number < 4 else timedelta()))
        status = Delivery.Status.WAITING if number == 0 else Delivery.Status.SENT
        made.append(
            Delivery.objects.create(event=event, user=game.white, channel="email", status=status, next_attempt_at=now)
        )
    return made


def left(deliveries: list[Delivery]) -> list[int]:
    kept = set(Delivery.objects.values_list("pk", flat=True))
    return [number for number, each in enumerate(deliveries) if each.pk in kept]


def test_a_batch_takes_the_oldest_that_wait_for_nothing(deliveries: list[Delivery]) -> None:
    assert delete_old(limit=2) == 2
    assert left(deliveries) == [0, 3, 4]


def test_the_task_goes_on_until_nothing_old_is_left(deliveries: list[Delivery]) -> None:
    clean_up()

    assert left(deliveries) == [0, 4]
