"""What others have written to Redis: it is read as data, and never run."""

import pickle
from pathlib import Path
from typing import Any

import kombu.serialization
import pytest
from django.core.cache import cache
from kombu.exceptions import ContentDisallowed

from kit import redis_connections
from muehle_server.celery import app


class Trap:
    """Makes a file when it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.file,)


@pytest.fixture
def sprung(tmp_path: Path) -> Path:
    return tmp_path / "sprung"


def test_the_trap_works(sprung: Path) -> None:
    pickle.loads(pickle.dumps(Trap(sprung)))

    assert sprung.exists()


def test_a_value_of_the_cache_is_not_unpickled(sprung: Path) -> None:
    location = cache._cache._servers[0]  # type: ignore[attr-defined]
    redis_connections.client(location).set(cache.make_key("written-by-others"), pickle.dumps(Trap(sprung)))

    with pytest.raises(ValueError, match="Expecting value"):
        cache.get("written-by-others")

    assert not sprung.exists()


@pytest.mark.parametrize("value", [True, 7, 1.5, "text", None, [1.25, 2.5], {"a": [1]}])
def test_a_value_of_the_cache_comes_back_as_it_was(value: object) -> None:
    cache.set("a-value", value)

    assert cache.get("a-value", "missing") == value
    assert type(cache.get("a-value")) is type(value)


def test_a_counter_of_the_cache_counts() -> None:
    cache.set("a-counter", 7)

    assert cache.incr("a-counter") == 8
    assert cache.get("a-counter") == 8


@pytest.mark.parametrize("accepted", ["accept_content", "result_accept_content"])
def test_a_task_is_not_unpickled(accepted: str, sprung: Path) -> None:
    allowed = getattr(app.conf, accepted) or app.conf.accept_content

    with pytest.raises(ContentDisallowed):
        kombu.serialization.loads(
            pickle.dumps(Trap(sprung)),
            "application/x-python-serialize",
            "binary",
            accept=kombu.serialization.prepare_accept_content(allowed),
        )

    assert not sprung.exists()
