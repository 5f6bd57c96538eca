"""A real worker with a real broker, killed between the receiver's answer and its own note."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.models import Leadership, User
from games.core.models.games import Game
from games.core.outgoing import worker as worker_of_tests
from games.core.tasks import send_outgoing
from games.webhooks import actions
from games.webhooks.models import Webhook, WebhookDelivery
from games.webhooks.tasks import clean_up
from tests.games.webhooks.receiver import Receiver, receiving
from tests.support.processes import beat, environment_of_tests, worker
from tests.support.servers import wait_for
from tools.launcher.workspace import ROOT

LOOPBACK = {"WEBHOOKS_TO_LOOPBACK": "true"}


@pytest.fixture
def other() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.mark.campaign
@pytest.mark.every_change
@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_in_the_middle_of_a_delivery_loses_nothing_and_repeats_one_at_most(
    begin: Callable[..., Game], anna: User, bert: User, receiver: Receiver, other: Receiver
) -> None:
    hook = actions.create(anna, url=receiver.url, types=["game_started"])
    beside = actions.create(bert, url=other.url.replace("127.0.0.1", "localhost"))
    receiver.answering.clear()
    begin()
    with worker(**LOOPBACK) as first:
        send_outgoing.delay()
        assert receiver.held.wait(60)
        wait_for(lambda: beside.deliveries.filter(status="delivered").count() == 3)
        first.kill()
    receiver.answering.set()
    killed = hook.deliveries.get()
    hook.refresh_from_db()
    Leadership.objects.update(expires_at=timezone.now())

    with worker(**LOOPBACK):
        # That the second worker has looked at it, and left it alone, is seen by the others that it sends.
        begin()
        send_outgoing.delay()
        wait_for(lambda: len(other.requests) >= 6)
        in_lease = len(receiver.requests)
        Webhook.objects.filter(pk=hook.pk).update(leased_until=timezone.now())
        send_outgoing.delay()
        wait_for(lambda: hook.deliveries.filter(status="delivered").count() == 2)

    assert (killed.status, killed.attempts) == ("waiting", 1)
    assert hook.leased_until is not None
    assert in_lease == 1
    assert receiver.ids[:2] == [killed.pk, killed.pk]
    assert len(receiver.ids) == 3
    assert hook.deliveries.get(pk=killed.pk).attempts == 2


# Hangs between what it has taken and its first step of sending. Its leases are as short as an attempt.
HANGING = """
import os, signal, sys
from datetime import timedelta
import django
django.setup()
from games.core.outgoing import worker
from games.webhooks import delivery
take, worker.LEASE_SECONDS, delivery.LEASE = delivery.take, 1.0, timedelta(seconds=16)

def take_and_hang(places):
    taken = take(places)
    if taken:
        os.kill(os.getpid(), signal.SIGSTOP)
    return taken

delivery.take = take_and_hang
worker.work_off(seconds=60)
"""


@pytest.mark.campaign
@pytest.mark.django_db(transaction=True)
def test_a_worker_that_hung_beyond_its_lease_sends_nothing_when_it_wakes(
    begin: Callable[..., Game], anna: User, receiver: Receiver
) -> None:
    hook = actions.create(anna, url=receiver.url, types=["game_started"])
    begin()
    environment = environment_of_tests() | LOOPBACK | {"DJANGO_SETTINGS_MODULE": "muehle_server.settings"}
    with subprocess.Popen([sys.executable, "-c", HANGING], cwd=ROOT, env=environment) as hung:
        status = Path(f"/proc/{hung.pid}/stat")
        wait_for(lambda: status.read_text().rpartition(")")[2].split()[0] == "T")
        worker_of_tests.work_off(seconds=1)
        in_lease = len(receiver.requests)
        wait_for(lambda: not Webhook.objects.filter(leased_until__gt=timezone.now()).exists())
        worker_of_tests.work_off(seconds=1)
        before = list(receiver.ids)
        hung.send_signal(signal.SIGCONT)
        assert hung.wait(60) == 0

    row = hook.deliveries.get()
    assert in_lease == 0
    assert before == receiver.ids == [row.pk]
    assert (row.status, row.attempts) == ("delivered", 2)
    assert [attempt.error for attempt in row.past_attempts] == ["interrupted", ""]


@pytest.mark.campaign
@pytest.mark.django_db(transaction=True)
def test_what_happens_is_sent_without_anybody_asking(
    begin: Callable[..., Game], anna: User, receiver: Receiver, tmp_path: Path
) -> None:
    hook = actions.create(anna, url=receiver.url)
    with worker(**LOOPBACK), beat(str(tmp_path / "schedule")):
        begin()
        wait_for(lambda: hook.deliveries.filter(status="delivered").count() == 3)

    assert receiver.types == ["challenge_received", "challenge_accepted", "game_started"]


def test_the_log_of_deliveries_is_cleared_after_a_month(hook: Webhook) -> None:
    for days in (29, 31):
        WebhookDelivery.objects.create(webhook=hook, created_at=timezone.now() - timedelta(days=days))

    clean_up()

    assert [(timezone.now() - row.created_at).days for row in hook.deliveries.all()] == [29]
