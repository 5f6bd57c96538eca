"""Fixtures of chat apps: a chat server on this machine that stands for all of them, and connections to it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from apprise.plugins.discord import NotifyDiscord
from apprise.plugins.slack import NotifySlack
from apprise.plugins.telegram import NotifyTelegram
from django.conf import LazySettings

from accounts.models import User
from games.chat_apps import actions
from games.chat_apps.models import ChatConnection
from games.core.models.games import Game
from tests.games.chat_apps.server import ChatServer, chat_server


@pytest.fixture
def chat(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    """A chat server; the apps whose servers have fixed addresses are sent there as well."""
    settings.WEBHOOKS_TO_LOOPBACK = True
    with chat_server() as found:
        monkeypatch.setattr(NotifyDiscord, "notify_url", f"{found.url}/api/webhooks")
        monkeypatch.setattr(NotifySlack, "webhook_url", f"{found.url}/services")
        monkeypatch.setattr(NotifyTelegram, "notify_url", f"{found.url}/bot")
        yield found


@pytest.fixture
def values(chat: ChatServer) -> dict[str, dict[str, Any]]:
    """What a user types for each chat app."""
    return {
        "discord": {"url": "https://discord.com/api/webhooks/123456/s3cret-token"},
        "slack": {"url": "https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/s3crettokens3crettoken12"},
        "telegram": {"token": "123456789:s3cret_tokenAbCdEfGhIjKlMnOpQrStUvW", "target": "4711"},
        "matrix": {"url": chat.url, "token": "s3cret-token", "target": "!room:example.org"},
        "ntfy": {"url": f"{chat.url}/s3cret-topic", "token": "tk_s3cret"},
        "mattermost": {"url": f"{chat.url}/hooks/s3crettoken"},
        "gotify": {"url": chat.url, "token": "s3cret.token"},
    }


@pytest.fixture
def connect(values: dict[str, dict[str, Any]]) -> Callable[..., ChatConnection]:
    """A factory of connections."""

    def build(user: User, service: str = "ntfy") -> ChatConnection:
        return actions.connect(user, service=service, **values[service])

    return build


@pytest.fixture
def game(begin: Callable[..., Game]) -> Game:
    """What begin() makes, after the fixtures that a test names before it."""
    return begin()
