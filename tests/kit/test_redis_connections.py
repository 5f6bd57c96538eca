"""Bounded waits for Redis, with a real server that hangs."""

from collections.abc import Iterator
from typing import Any

import pytest
import redis
from django.conf import LazySettings
from django.core.cache import cache

from games.core import pubsub
from kit import rate_limits, redis_connections
from tests.support.servers import Switch, own_valkey


@pytest.fixture
def valkey(settings: LazySettings) -> Iterator[Switch]:
    """A server that this test may stop; everything of this process uses it."""
    with own_valkey() as switch:
        settings.PUBSUB_URL = switch.url
        settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": [switch.url.replace("db=0", "db=1")]}}
        yield switch
        switch.resume()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What has been sent to any server, one entry for each time that somebody then waits for an answer."""
    found: list[object] = []
    send: Any = redis.UnixDomainSocketConnection.send_packed_command

    def noted(connection: Any, command: Any, *args: Any, **options: Any) -> None:
        found.append(command)
        send(connection, command, *args, **options)

    monkeypatch.setattr(redis.UnixDomainSocketConnection, "send_packed_command", noted)
    return found


def use_everything() -> None:
    pubsub.announce(games=[1], users=[2])
    pubsub.note_presence(user=1, game=1, event=1)
    pubsub.note_absence(user=1, game=1)
    rate_limits.spend_all([("token", "1"), ("user", "1")])
    assert pubsub.presence_of(user=1, game=1) is not None


def test_a_server_that_hangs_is_waited_for_once(
    valkey: Switch, sent: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_connections, "PAUSE_SECONDS", 600.0)
    use_everything()
    valkey.pause()
    sent.clear()

    use_everything()
    use_everything()
    with pytest.raises(redis_connections.RedisAway):
        cache.get("anything")

    assert len(sent) == 1


def test_a_server_that_goes_on_is_used_again(valkey: Switch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_connections, "PAUSE_SECONDS", 0.0)
    use_everything()
    valkey.pause()
    use_everything()
    valkey.resume()

    pubsub.note_presence(user=1, game=1, event=7)

    assert pubsub.presence_of(user=1, game=1) == pubsub.Presence(is_present=True, seen_event=7)
    assert rate_limits.spend("token", "9").used == 1
    assert [rate_limits.spend("token", "9").used, rate_limits.spend("token", "9").used] == [2, 3]


def test_after_the_pause_one_caller_asks_and_the_others_go_on_without(monkeypatch: pytest.MonkeyPatch) -> None:
    breaker = redis_connections.Breaker()
    monkeypatch.setattr(redis_connections, "PAUSE_SECONDS", 0.0)
    breaker.note(is_answering=False)
    monkeypatch.setattr(redis_connections, "PAUSE_SECONDS", 600.0)

    breaker.admit()
    with pytest.raises(redis.ConnectionError):
        breaker.admit()
    breaker.note(is_answering=True)
    breaker.admit()
    breaker.admit()


def test_one_server_away_does_not_keep_callers_from_another() -> None:
    with pytest.raises(redis_connections.RedisAway):
        redis_connections.client("redis://127.0.0.1:3/0").ping()
    with own_valkey() as valkey:
        assert redis_connections.client(valkey.url).ping()
