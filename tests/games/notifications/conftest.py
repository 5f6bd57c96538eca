"""Fixtures of the notifications: people whose address is confirmed, and what the log has to say to them."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import LazySettings

from accounts.models import User
from games.core.models.games import Game
from games.notifications.delivery import deliver, dispatch
from tests.games.notifications.people import confirm
from tests.games.notifications.postbox import PostBox, post_box


@pytest.fixture
def reachable(anna: User, bert: User) -> None:
    """Anna and Bert have confirmed their addresses."""
    confirm(anna, bert)


@pytest.fixture
def run_delivery() -> Callable[[], None]:
    """Does what the task does: write down what is owed, and send it."""

    def run() -> None:
        while dispatch():
            pass
        deliver(seconds=30)

    return run


@pytest.fixture
def box(settings: LazySettings) -> Iterator[PostBox]:
    """A mail server that the tests' own process sends to."""
    with post_box() as found:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", found.port
        yield found


@pytest.fixture
def game(begin: Callable[..., Game]) -> Game:
    """What begin() makes, after the fixtures that a test names before it."""
    return begin()
