"""Whether every notification arrives while worker, beat, Redis and PostgreSQL are killed at random.

`dev.py bench deliveries`, with --deliveries 10000 for as many. Players ask for tests of their notifications, which go
by mail, push and webhook; the receivers are real servers on this machine, and the kills are SIGKILL. A notification may
come twice only where its acknowledgement was lost: then its row counts more than one attempt. Leases and waits are made
to run out whenever the worker is dead, which is what a few minutes more would do.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connection

from tests.games.notifications.browser import Browser
from tests.games.notifications.postbox import PostBox, post_box
from tests.games.webhooks.receiver import Receiver, receiving
from tests.support.servers import Switch, own_postgres, own_valkey
from tools.bench.report import print_table
from tools.launcher.processes import Program, kill_group, start
from tools.launcher.workspace import ROOT

PLAYERS = 40
CHANNELS = ("mail", "push", "webhook")
SECONDS_BETWEEN_KILLS = (0.5, 2.5)
# No news for so long, and the worker is killed once more, so that leases that a lost database has left run out.
PATIENCE_SECONDS = 15.0
# So many times in a row without any news, and the rest is given up.
MOST_PASSES = 8
# Two names of one machine: webhooks go to a host two at a time.
NAMES = ("127.0.0.1", "localhost")
CELERY = [sys.executable, "-W", "ignore", "-m", "celery", "--app", "muehle_server.celery:app", "--quiet"]


@dataclass(frozen=True)
class Sinks:
    """Who receives: a mail server, a push service with a browser for each player, and a server of webhooks."""

    mails: PostBox
    pushes: Receiver
    webhooks: Receiver
    browsers: dict[str, Browser] = field(default_factory=dict)


@dataclass(frozen=True)
class Found:
    """Of one channel: how often each notification has arrived and how often it was tried, by the same names."""

    arrived: Counter[str]
    attempts: dict[str, int]

    @property
    def missing(self) -> int:
        return len(self.attempts.keys() - self.arrived.keys())

    @property
    def doubled(self) -> int:
        """Arrivals beyond the first."""
        return sum(count - 1 for count in self.arrived.values())

    @property
    def unexplained(self) -> int:
        """Notifications that have come more often than they were tried, or were never owed."""
        return sum(count > self.attempts.get(name, 0) for name, count in self.arrived.items())


class Celery:
    """Worker and beat, each of which can be killed and started again."""

    def __init__(self, directory: Path, log: Path) -> None:
        self._log = log
        self._commands = {
            "worker": ["worker", "--concurrency", "2", "--without-gossip", "--without-mingle"],
            "beat": ["beat", "--schedule", str(directory / "schedule"), "--pidfile", ""],
        }
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        """Start it; it looks for what there is to do by itself."""
        command = [*CELERY, *self._commands[name], "--loglevel", "error"]
        program = Program(name=name, command=command, environment=dict(os.environ), folder=ROOT)
        with self._log.open("ab") as output:
            self._processes[name] = start(program, output=output)

    def kill(self, name: str) -> None:
        """End it with all its children."""
        kill_group(self._processes.pop(name))

    def stop(self) -> None:
        """End both."""
        for name in list(self._processes):
            self.kill(name)


def main(arguments: Sequence[str]) -> int:
    """Print what has arrived; returns 1 where a notification is missing, or came twice for no reason."""
    options = _options(arguments)
    chance = random.Random(options.seed)
    with ExitStack() as stack:
        postgres, valkey = stack.enter_context(own_postgres(durable=True)), stack.enter_context(own_valkey())
        sinks = stack.enter_context(_sinks())
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        _set_up(postgres, valkey, sinks)
        celery = Celery(directory, directory / "celery.log")
        stack.callback(celery.stop)
        started = time.monotonic()
        killed = _ask_among_kills(celery, postgres, valkey, options, chance)
        passed = _wait_until_all_is_done(celery)
        left = _left()
        seconds = time.monotonic() - started
        found = {"mail": _mails(sinks), "push": _pushes(sinks), "webhook": _webhooks(sinks)}
    _report(found, killed, passed, left, seconds, seed=options.seed)
    return 1 if any(each.missing or each.unexplained for each in found.values()) else 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py bench deliveries", description=__doc__)
    parser.add_argument(
        "--deliveries", type=int, default=900, help="how many notifications are owed (default: %(default)s)"
    )
    parser.add_argument("--kills", type=int, default=16, help="how many processes are killed (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of what is killed when")
    return parser.parse_args(arguments)


@contextmanager
def _sinks() -> Iterator[Sinks]:
    with post_box() as mails, receiving() as pushes, receiving() as webhooks:
        pushes.status = 201
        yield Sinks(mails, pushes, webhooks)


def _set_up(postgres: Switch, valkey: Switch, sinks: Sinks) -> None:
    """The environment of every process from here on, the tables, and players with all three channels."""
    own = {"DATABASE_URL": postgres.url, "REDIS_URL": valkey.url, "WEBHOOKS_TO_LOOPBACK": "true"}
    own |= {"EMAIL_URL": f"smtp://127.0.0.1:{sinks.mails.port}", "LOG_LEVEL": "CRITICAL"}
    os.environ |= {**own, "DJANGO_SETTINGS_MODULE": "muehle_server.settings"}
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    from allauth.account.models import EmailAddress

    from accounts.models.users import User
    from games.notifications.push import subscriptions
    from games.webhooks import actions as webhook_actions

    for number in range(PLAYERS):
        user = User.objects.create_user(f"player{number}", email=f"player{number}@example.org")
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        path, host = f"/send/{number}", NAMES[number % len(NAMES)]
        sinks.browsers[path] = Browser()
        endpoint = f"http://127.0.0.1:{sinks.pushes.port}{path}"
        subscriptions.subscribe(user, endpoint=endpoint, **sinks.browsers[path].keys)
        webhook_actions.create(user, url=f"http://{host}:{sinks.webhooks.port}/hook", types=["notice_test"])


def _ask_among_kills(
    celery: Celery, postgres: Switch, valkey: Switch, options: argparse.Namespace, chance: random.Random
) -> Counter[str]:
    """Players ask for tests, a share of them between each two kills; returns what was killed."""
    from accounts.models.users import User
    from games.notifications.testing import send_test

    users = list(User.objects.all())
    kills = _kills(celery, postgres, valkey)
    # Each of the four as often as the others, in an order of chance.
    rounds = -(-options.kills // len(kills))
    names = [name for _round in range(rounds) for name in chance.sample(list(kills), len(kills))]
    asked, wanted = 0, options.deliveries // len(CHANNELS)
    celery.start("worker")
    celery.start("beat")
    for index, name in enumerate(names[: options.kills], start=1):
        share = wanted * index // options.kills
        for number in range(asked, share):
            send_test(users[number % len(users)])
        asked = share
        time.sleep(chance.uniform(*SECONDS_BETWEEN_KILLS))
        kills[name]()
    return Counter(names[: options.kills])


def _kills(celery: Celery, postgres: Switch, valkey: Switch) -> dict[str, Callable[[], None]]:
    def worker() -> None:
        celery.kill("worker")
        _let_time_pass()
        celery.start("worker")

    def beat() -> None:
        celery.kill("beat")
        celery.start("beat")

    def redis() -> None:
        valkey.kill()
        time.sleep(1)
        valkey.on()

    def database() -> None:
        postgres.kill()
        time.sleep(0.5)
        postgres.on()
        connection.close()

    return {"worker": worker, "beat": beat, "Redis": redis, "PostgreSQL": database}


def _let_time_pass() -> None:
    """Nobody works: what the dead had in hand, and what waits after a failure, is due."""
    from django.utils import timezone

    from games.notifications.models import Delivery
    from games.webhooks.models import Webhook, WebhookDelivery

    now = timezone.now()
    Delivery.objects.filter(status="waiting").update(next_attempt_at=now)
    Webhook.objects.update(leased_until=None)
    WebhookDelivery.objects.filter(status="waiting").update(next_attempt_at=now)


def _wait_until_all_is_done(celery: Celery) -> int:
    """Returns how often the worker had to be killed once more, for leases to run out."""
    passed = in_a_row = 0
    left, since = _left(), time.monotonic()
    while left and in_a_row < MOST_PASSES:
        time.sleep(0.5)
        now_left = _left()
        if now_left != left:
            left, since, in_a_row = now_left, time.monotonic(), 0
        elif time.monotonic() - since > PATIENCE_SECONDS:
            celery.kill("worker")
            _let_time_pass()
            celery.start("worker")
            since, passed, in_a_row = time.monotonic(), passed + 1, in_a_row + 1
    return passed


def _left() -> int:
    """What is still to be written down or sent."""
    from games.core.models.events import Event, UserStream
    from games.notifications.models import Delivery
    from games.webhooks.models import Webhook, WebhookDelivery

    waiting = sum(table.objects.filter(status="waiting").count() for table in (Delivery, WebhookDelivery))
    reached = dict(UserStream.objects.values_list("pk", "last_seq"))
    behind = sum(reached.get(owner, 0) - seq for owner, seq in Webhook.objects.values_list("owner", "last_seq"))
    return waiting + behind + Event.objects.filter(dispatched_at=None).count()


def _mails(sinks: Sinks) -> Found:
    from games.notifications.models import Delivery

    rows = Delivery.objects.filter(channel="email").values_list("pk", "event", "attempts")
    attempts = {f"notification-{pk}-event-{event}": count for pk, event, count in rows}
    names = (email["Message-ID"].strip("<>").partition("@")[0] for email in sinks.mails.emails)
    # Mails about the account, as that a webhook was set up, are no notifications.
    return Found(Counter(name for name in names if name.startswith("notification-")), attempts)


def _pushes(sinks: Sinks) -> Found:
    from games.notifications.models import Delivery

    attempts = {
        f"test-{event}": count
        for event, count in Delivery.objects.filter(channel="push").values_list("event", "attempts")
    }
    read = (sinks.browsers[request.path].json(request.body)["tag"] for request in sinks.pushes.requests)
    return Found(Counter(read), attempts)


def _webhooks(sinks: Sinks) -> Found:
    from games.webhooks.models import WebhookDelivery

    attempts = {str(pk): count for pk, count in WebhookDelivery.objects.values_list("pk", "attempts")}
    return Found(Counter(str(number) for number in sinks.webhooks.ids), attempts)


def _report(
    found: dict[str, Found], killed: Counter[str], passed: int, left: int, seconds: float, *, seed: int
) -> None:
    rows = [
        [
            name,
            f"{len(each.attempts):,}",
            f"{len(each.arrived):,}",
            each.missing,
            sum(count > 1 for count in each.attempts.values()),
            each.doubled,
            each.unexplained,
        ]
        for name, each in found.items()
    ]
    kills = ", ".join(f"{name} {count}×" for name, count in sorted(killed.items()))
    end = f"given up, with {left:,} still to do," if left else "all done"
    print_table(
        f"Killed by SIGKILL: {kills} (seed {seed}); {end} after {seconds:.0f} s",
        ["", "owed", "arrived", "missing", "tried again", "came twice", "for no reason"],
        rows,
    )
    if passed:
        print(f"\n  The worker was killed {passed} times more, for leases to run out that nobody held any longer.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
