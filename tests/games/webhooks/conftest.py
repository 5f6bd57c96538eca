"""Fixtures of webhooks: a receiver on this machine, names that lead where a test wants, webhooks of Anna's."""

import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import LazySettings

from accounts.models import User
from games.core.models.games import Game
from games.webhooks import actions
from games.webhooks.models import Webhook
from tests.games.webhooks.receiver import Receiver, receiving

Names = dict[str, list[str]]


@pytest.fixture
def to_loopback(settings: LazySettings) -> None:
    """Webhooks may lead to this machine, as where somebody tries them out."""
    settings.WEBHOOKS_TO_LOOPBACK = True


@pytest.fixture
def receiver(to_loopback: None) -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    """What the resolver of the machine knows, beside what it knows anyway: addresses by name."""
    known: Names = {}
    real = socket.getaddrinfo

    def getaddrinfo(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if name not in known:
            return real(host, port, *args, **kwargs)
        return [row for address in known[name] for row in real(address, port, type=socket.SOCK_STREAM)]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return known


@pytest.fixture
def hook(anna: User, receiver: Receiver) -> Webhook:
    """Anna's webhook to the receiver, for all events."""
    return actions.create(anna, url=receiver.url)


@pytest.fixture
def hook_to(to_loopback: None) -> Callable[..., Webhook]:
    """A factory of webhooks to somebody's address."""

    def make(owner: User, url: str, **more: Any) -> Webhook:
        return actions.create(owner, url=url, **more)

    return make


@pytest.fixture
def game(begin: Callable[..., Game]) -> Game:
    """What begin() makes, after the fixtures that a test names before it."""
    return begin()
