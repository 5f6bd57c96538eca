"""Slow name servers keep no web process from its work: who types an address waits briefly, and one at a time."""

import re
import socket
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from games.chat_apps import actions as chat_apps
from games.notifications.push import subscriptions
from games.webhooks import actions as webhooks
from kit.outgoing import addresses
from kit.outgoing.addresses import MOST_LOOK_UPS
from tests.games.notifications.browser import Browser
from tests.support.files import existing_files
from tests.support.racing import at_once
from tests.support.servers import wait_for
from tools.launcher.workspace import ROOT

HOST = "hooks.slow.test"


class Resolver:
    """A resolver that keeps everybody waiting who looks the host up, until it answers."""

    def __init__(self) -> None:
        self.answers = threading.Event()
        self._lock = threading.Lock()
        self.in_flight = self.most = self.asked = 0
        self._real = socket.getaddrinfo

    def getaddrinfo(self, host: Any, port: Any, *arguments: Any, **options: Any) -> Any:
        if host != HOST or options.get("flags"):
            return self._real(host, port, *arguments, **options)
        with self._lock:
            self.in_flight, self.asked = self.in_flight + 1, self.asked + 1
            self.most = max(self.most, self.in_flight)
        self.answers.wait(60)
        with self._lock:
            self.in_flight -= 1
        return self._real("8.8.8.8", port, type=socket.SOCK_STREAM)


@pytest.fixture
def resolver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Resolver]:
    found = Resolver()
    monkeypatch.setattr(socket, "getaddrinfo", found.getaddrinfo)
    yield found
    found.answers.set()
    wait_for(lambda: not found.in_flight and not addresses._looking)


@pytest.fixture
def people(person: Callable[..., User]) -> list[User]:
    return [person(f"user{number}") for number in range(MOST_LOOK_UPS + 2)]


def set_up_webhook(owner: User) -> object:
    return webhooks.create(owner, url=f"https://{HOST}/")


def move_webhook(owner: User) -> object:
    with_one = webhooks.create(owner, url="https://8.8.8.8/")
    return webhooks.change(owner, with_one.pk, url=f"https://{HOST}/")


def subscribe(owner: User) -> object:
    return subscriptions.subscribe(owner, endpoint=f"https://{HOST}/", **Browser().keys)


def renew(owner: User) -> object:
    keys = Browser().keys
    former = subscriptions.subscribe(owner, endpoint="https://8.8.8.8/", **keys)
    return subscriptions.renew(
        former_endpoint=former.endpoint, former_auth=former.auth, endpoint=f"https://{HOST}/", **keys
    )


def connect(owner: User) -> object:
    return chat_apps.connect(owner, service="ntfy", url=f"https://{HOST}/topic")


CALLS = (set_up_webhook, move_webhook, subscribe, renew, connect)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.django_db(transaction=True)
def test_the_calls_of_one_user_look_one_name_up_at_a_time_and_all_are_answered(
    resolver: Resolver, anna: User, call: Callable[[User], object]
) -> None:
    found = at_once(*[partial(call, anna)] * 5)

    assert resolver.in_flight == 1
    assert (resolver.asked, resolver.most) == (1, 1)
    assert len(found) == 5


@pytest.mark.django_db(transaction=True)
def test_many_users_together_have_few_look_ups(resolver: Resolver, people: list[User]) -> None:
    at_once(*(partial(set_up_webhook, each) for each in people))

    assert len(people) > MOST_LOOK_UPS
    assert (resolver.asked, resolver.most) == (MOST_LOOK_UPS, MOST_LOOK_UPS)


def test_a_look_up_that_has_ended_makes_room_for_the_next(resolver: Resolver, anna: User) -> None:
    set_up_webhook(anna)
    resolver.answers.set()
    wait_for(lambda: not addresses._looking)

    set_up_webhook(anna)

    assert (resolver.asked, resolver.most) == (2, 1)


NETWORK = re.compile(
    r"getaddrinfo|gethostby|create_connection|urlopen|httpx\.\w*Client|\brequests\.\w+\(|smtplib\.SMTP\w*\("
)


def test_nothing_else_asks_a_name_server_or_a_server_of_others() -> None:
    outgoing = ROOT / "kit" / "outgoing"
    found = {
        file
        for app in ("accounts", "games", "kit")
        for file in existing_files(ROOT / app, "**/*.py")
        if NETWORK.search(file.read_text(encoding="utf-8"))
    }

    # Apprise's classes are given a transport that sends by the module of the two.
    assert found == {outgoing / "addresses.py", outgoing / "sending.py", ROOT / "games" / "chat_apps" / "transport.py"}
