"""Games end, and mails and webhooks are sent, while Redis is away; and once each, however many beats there are."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from celery import Celery
from django.conf import LazySettings
from django.db import connection, transaction
from django.db.models.functions import Now

from accounts.models import Leadership, User
from games.core.models.events import Event
from games.core.models.games import Game
from games.notifications.models import Delivery
from games.webhooks import actions
from games.webhooks.models import WebhookDelivery
from kit import redis_connections
from tests.games.notifications.people import confirm
from tests.games.notifications.postbox import PostBox, post_box
from tests.games.webhooks.receiver import Receiver, receiving
from tests.support.playing import let_time_run_out
from tests.support.processes import CeleryProcess, beat, worker
from tests.support.servers import own_valkey, wait_for

pytestmark = [pytest.mark.campaign, pytest.mark.casual, pytest.mark.django_db(transaction=True)]

SECONDS = 120.0
LOST = "You lost against bert (game {})"


@pytest.fixture
def box() -> Iterator[PostBox]:
    with post_box() as found:
        yield found


@pytest.fixture
def receiver(settings: LazySettings) -> Iterator[Receiver]:
    settings.WEBHOOKS_TO_LOOPBACK = True
    with receiving() as found:
        yield found


class Sent:
    """What Anna has got by mail, and her webhook."""

    def __init__(self, box: PostBox, receiver: Receiver) -> None:
        self._box, self._receiver = box, receiver

    def mails(self, subject: str) -> int:
        return [email["Subject"] for email in self._box.emails].count(subject)

    def calls(self, kind: str) -> int:
        return self._receiver.types.count(kind)

    def assert_nothing_twice(self) -> None:
        assert Counter(self._receiver.ids).most_common(1)[0][1] == 1
        subjects = Counter(email["Message-ID"] for email in self._box.emails)
        assert subjects.most_common(1)[0][1] == 1
        assert {*Delivery.objects.filter(channel="email").values_list("status", "attempts")} == {("sent", 1)}
        assert {*WebhookDelivery.objects.values_list("status", "attempts")} == {("delivered", 1)}


def two_workers(stack: ExitStack, box: PostBox, **environment: str) -> list[CeleryProcess]:
    own = {"EMAIL_URL": f"smtp://127.0.0.1:{box.port}", "WEBHOOKS_TO_LOOPBACK": "true", **environment}
    return [stack.enter_context(worker(**own)) for _worker in range(2)]


def test_games_end_and_mails_and_webhooks_are_sent_while_redis_is_away(
    begin: Callable[..., Game], anna: User, box: PostBox, receiver: Receiver, tmp_path: Path
) -> None:
    actions.create(anna, url=receiver.url)
    confirm(anna)
    sent = Sent(box, receiver)
    with own_valkey() as valkey, ExitStack() as stack:
        two_workers(stack, box, REDIS_URL=valkey.url)
        stack.enter_context(beat(str(tmp_path / "schedule"), REDIS_URL=valkey.url))
        game = begin()
        wait_for(lambda: len(box.emails) == 1 and sent.calls("game_started") == 1, seconds=SECONDS)

        valkey.kill()
        let_time_run_out()
        wait_for(lambda: sent.mails(LOST.format(game.number)) and sent.calls("game_finished"), seconds=SECONDS)
        was_led = Leadership.objects.filter(expires_at__gt=Now()).exists()

        valkey.on()
        wait_for(lambda: not Leadership.objects.filter(expires_at__gt=Now()).exists(), seconds=SECONDS)
        begin()
        wait_for(lambda: sent.calls("game_started") == 2, seconds=SECONDS)
        wait_for(lambda: not Delivery.objects.filter(status="waiting").exists(), seconds=SECONDS)

    game.refresh_from_db()
    assert (game.termination, was_led) == ("timeout", True)
    assert Event.objects.filter(type="game_finished").count() == 1
    assert (sent.mails(LOST.format(game.number)), sent.calls("game_finished")) == (1, 1)
    sent.assert_nothing_twice()


def test_two_beats_at_once_double_nothing(
    begin: Callable[..., Game], anna: User, box: PostBox, receiver: Receiver, tmp_path: Path
) -> None:
    actions.create(anna, url=receiver.url)
    confirm(anna)
    sent = Sent(box, receiver)
    with own_valkey() as valkey, ExitStack() as stack:
        two_workers(stack, box, REDIS_URL=valkey.url)
        for name in ("one", "other"):
            stack.enter_context(beat(str(tmp_path / name), REDIS_URL=valkey.url))
        games = [begin() for _game in range(5)]
        wait_for(lambda: sent.calls("game_started") == 5, seconds=SECONDS)
        let_time_run_out()
        wait_for(
            lambda: sent.calls("game_finished") == 5 and all(sent.mails(LOST.format(game.number)) for game in games),
            seconds=SECONDS,
        )
        begin()
        wait_for(lambda: sent.calls("game_started") == 6, seconds=SECONDS)
        wait_for(lambda: not Delivery.objects.filter(status="waiting").exists(), seconds=SECONDS)

    assert Event.objects.filter(type="game_finished").count() == 5
    assert [sent.mails(LOST.format(game.number)) for game in games] == [1] * 5
    sent.assert_nothing_twice()


def test_a_worker_takes_tasks_again_after_a_lost_acknowledgement(begin: Callable[..., Game]) -> None:
    task = "games.play.tasks.settle_overdue_games"
    with own_valkey() as valkey, ExitStack() as stack:
        # The server is this test's own: its first databases are used by whichever worker of pytest runs it.
        stack.enter_context(worker(REDIS_URL=valkey.url, PYTEST_XDIST_WORKER="gw0", DATABASE_LOCK_TIMEOUT="60"))
        url = redis_connections.broker(redis_connections.numbered(valkey.url, 2)).url
        broker = Celery("probe", broker=url, set_as_current=False)
        first = begin()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE core_game IN ACCESS EXCLUSIVE MODE")
            let_time_run_out()
            broker.send_task(task)
            wait_for(somebody_waits_for_a_lock)
            valkey.pause()
        wait_for(Game.objects.filter(number=first.number, status="finished").exists)
        # The worker waits five seconds for an answer to its acknowledgement.
        time.sleep(7)
        valkey.resume()

        second = begin()
        let_time_run_out()
        broker.send_task(task)
        wait_for(Game.objects.filter(number=second.number, status="finished").exists)


def somebody_waits_for_a_lock() -> bool:
    query = "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = %s"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(query, [connection.settings_dict["NAME"]])
        return bool(cursor.fetchone() != (0,))
