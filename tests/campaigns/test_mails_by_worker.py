"""A real worker and a real broker, killed and stopped in the worst moments."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.models import User
from games.core.models.games import Game
from games.notifications.models import Delivery
from games.notifications.tasks import deliver_notifications
from tests.games.notifications.people import confirm
from tests.games.notifications.postbox import PostBox, post_box
from tests.support.playing import let_time_run_out
from tests.support.processes import beat, worker
from tests.support.servers import own_valkey, wait_for

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def box() -> Iterator[PostBox]:
    with post_box() as found:
        yield found


def to_anna(box: PostBox) -> list[EmailMessage]:
    return [email for email in box.emails if email["To"] == "anna@example.org"]


def mailing_to(box: PostBox) -> str:
    return f"smtp://127.0.0.1:{box.port}"


@pytest.mark.campaign
@pytest.mark.every_change
@pytest.mark.parametrize(("before_data", "copies"), [(True, 1), (False, 2)])
def test_a_worker_killed_in_the_middle_of_a_delivery_costs_one_repetition_at_most(
    begin: Callable[..., Game], anna: User, bert: User, box: PostBox, before_data: bool, copies: int
) -> None:
    confirm(anna, bert)
    box.holds_before_data = before_data
    box.accepting.clear()

    begin()
    with worker(EMAIL_URL=mailing_to(box)) as first:
        deliver_notifications.delay()
        assert box.held.wait(60)
        first.kill()
    killed = Delivery.objects.get()
    box.accepting.set()

    with worker(EMAIL_URL=mailing_to(box)):
        # That the second worker has looked at it, and left it alone, is seen by the other delivery that it makes.
        begin(white=bert, black=anna)
        deliver_notifications.delay()
        wait_for(lambda: Delivery.objects.filter(user=bert, status="sent").exists())
        in_lease = len(to_anna(box))

        Delivery.objects.filter(pk=killed.pk).update(next_attempt_at=timezone.now())
        deliver_notifications.delay()
        wait_for(lambda: Delivery.objects.filter(pk=killed.pk, status="sent").exists())

    assert (killed.status, killed.attempts) == ("waiting", 1)
    assert killed.next_attempt_at > timezone.now() + timedelta(seconds=30)
    assert (in_lease, len(to_anna(box))) == (copies - 1, copies)
    assert len({email["Message-ID"] for email in to_anna(box)}) == 1
    assert Delivery.objects.get(pk=killed.pk).attempts == 2


@pytest.mark.casual
@pytest.mark.campaign
def test_what_happened_while_redis_was_away_is_delivered_when_it_is_back(
    game: Game, anna: User, box: PostBox, tmp_path: Path
) -> None:
    confirm(anna)
    with (
        own_valkey() as valkey,
        worker(REDIS_URL=valkey.url, EMAIL_URL=mailing_to(box)),
        beat(str(tmp_path / "schedule"), REDIS_URL=valkey.url),
    ):
        wait_for(lambda: len(box.emails) == 1)
        valkey.off()
        let_time_run_out()
        valkey.on()
        wait_for(lambda: len(box.emails) == 2, seconds=120)

    game.refresh_from_db()
    assert game.termination == "timeout"
    assert [email["To"] for email in box.emails] == ["anna@example.org"] * 2
    assert box.emails[1]["Subject"] == f"You lost against bert (game {game.number})"
