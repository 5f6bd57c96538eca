"""The chat apps that can be sent to: what each needs to know, and how Apprise writes to it.

Apprise knows two hundred services, of mail, of the machine itself, and some that run programs. Only the classes named
here are ever made, from values that were checked, never from an address in Apprise's own form: that can name files and
switch off the check of certificates. What they send goes through transport.py.
"""

import html
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from apprise import AppriseAsset
from apprise.exception import AppriseException
from apprise.plugins import discord, gotify, mattermost, ntfy, slack, telegram
from apprise.plugins.base import NotifyBase
from apprise.plugins.matrix import base as matrix
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.chat_apps.transport import TRANSPORT
from kit.outgoing.addresses import LONGEST_URL

LONGEST_TOKEN: Final = 300
FIELDS: Final = ("url", "token", "target")

# It would write addresses with their tokens. Not `disabled`, which any later configuration of logging takes back.
logging.getLogger("apprise").setLevel(logging.CRITICAL + 1)
_modules: tuple[Any, ...] = (discord, gotify, matrix, mattermost, ntfy, slack, telegram)
for _module in _modules:
    _module.requests = TRANSPORT
# Most of their constructors have no types.
_Discord: Any = discord.NotifyDiscord
_Gotify: Any = gotify.NotifyGotify
_Matrix: Any = matrix.NotifyMatrix
_Mattermost: Any = mattermost.NotifyMattermost
_Ntfy: Any = ntfy.NotifyNtfy
_Slack: Any = slack.NotifySlack
_Telegram: Any = telegram.NotifyTelegram


class MalformedPlaceError(Exception):
    """The values are not those of the service."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is sent; fields that a service does not have are empty."""

    url: str = ""
    token: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A value that a service needs from its user."""

    name: str
    label: Promise
    help: Promise
    example: str = ""
    is_required: bool = True
    is_secret: bool = False


@dataclass(frozen=True, slots=True)
class Service:
    """A chat app. `sender` makes the object of Apprise; `url` is the address that it sends to, for the check."""

    name: str
    label: str
    fields: tuple[Field, ...]
    sender: Callable[[Place], NotifyBase]
    url: Callable[[Place], str]
    # How plain text is written there.
    written: Callable[[str], str] = str


def services() -> list[Service]:
    """All chat apps in their order."""
    return list(_SERVICES.values())


def service_named(name: str) -> Service:
    """The chat app of this name; raises KeyError."""
    return _SERVICES[name]


def sender_for(service: str, place: Place) -> NotifyBase:
    """What writes to the place; raises MalformedPlaceError."""
    declared = service_named(service)
    known = {field.name: field for field in declared.fields}
    for name in FIELDS:
        value = getattr(place, name)
        if (bool(value) and name not in known) or (not value and name in known and known[name].is_required):
            raise MalformedPlaceError(name)
        if len(value) > LONGEST_TOKEN + LONGEST_URL or not value.isprintable() or value != value.strip():
            raise MalformedPlaceError(name)
    try:
        sender = declared.sender(place)
    except (AppriseException, TypeError, ValueError) as error:
        raise MalformedPlaceError from error
    # It would sleep between requests.
    sender.request_rate_per_sec = 0
    return sender


def _asset() -> AppriseAsset:
    """Nothing is stored, loaded or run by it."""
    return AppriseAsset(app_id="Muehle", app_desc="Mühle", app_url=settings.SITE_URL, plugin_paths=[])


def _found(pattern: str, text: str) -> dict[str, str]:
    found = re.fullmatch(pattern, text)
    if found is None:
        raise MalformedPlaceError
    return found.groupdict()


def _server(url: str) -> dict[str, Any]:
    """Scheme, host and port of a server whose address has no path."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise MalformedPlaceError
    if parts.query or parts.fragment or parts.username or parts.password:
        raise MalformedPlaceError
    return {"secure": parts.scheme == "https", "host": parts.hostname, "port": parts.port, "asset": _asset()}


def _split(url: str) -> tuple[str, str]:
    """The address of the server, and what follows."""
    found = _found(r"(?P<server>https?://[^/?#]+)/(?P<path>[^?#]+)", url)
    return found["server"], found["path"].rstrip("/")


def _discord(place: Place) -> NotifyBase:
    pattern = r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/(?P<webhook_id>\d+)/(?P<webhook_token>[\w-]+)/?"
    sender: NotifyBase = _Discord(**_found(pattern, place.url), avatar=False, asset=_asset())
    return sender


def _slack(place: Place) -> NotifyBase:
    pattern = r"https://hooks\.slack\.com/services/(?P<token_a>\w+)/(?P<token_b>\w+)/(?P<token_c>\w+)/?"
    tokens = _found(pattern, place.url)
    sender: NotifyBase = _Slack(**tokens, targets=[], include_image=False, include_footer=False, asset=_asset())
    return sender


def _telegram(place: Place) -> NotifyBase:
    _found(r"\d+:[\w-]+", place.token)
    _found(r"-?\d+|@\w+", place.target)
    sender: NotifyBase = _Telegram(
        bot_token=place.token, targets=[place.target], detect_owner=False, include_image=False, asset=_asset()
    )
    return sender


def _matrix(place: Place) -> NotifyBase:
    _found(r"[!#][^\s/?]+:[^\s/?]+", place.target)
    sender: NotifyBase = _Matrix(
        **_server(place.url),
        password=place.token,
        targets=[place.target],
        mode="off",
        version="3",
        e2ee=False,
        discovery=False,
        include_image=False,
    )
    return sender


def _ntfy(place: Place) -> NotifyBase:
    server, topic = _split(place.url)
    _found(r"[\w-]{1,64}", topic)
    with_token = {"auth": "token", "token": place.token} if place.token else {}
    sender: NotifyBase = _Ntfy(**_server(server), targets=[topic], mode="private", include_image=False, **with_token)
    return sender


def _mattermost(place: Place) -> NotifyBase:
    server, path = _split(place.url)
    found = _found(r"(?P<before>(?:[\w.-]+/)*)hooks/(?P<token>\w+)", path)
    sender: NotifyBase = _Mattermost(**_server(server), token=found["token"], fullpath=f"/{found['before']}")
    return sender


def _gotify(place: Place) -> NotifyBase:
    sender: NotifyBase = _Gotify(**_server(place.url), token=place.token)
    return sender


def _url(place: Place) -> str:
    return place.url


_HOOK = _("Address of the webhook")
_SERVER = _("Address of the server")
_SERVICES: Final = {
    service.name: service
    for service in (
        Service(
            "discord",
            "Discord",
            (
                Field(
                    "url",
                    _HOOK,
                    _("In the settings of a channel, under “Integrations”, create a webhook and copy its address."),
                    "https://discord.com/api/webhooks/…",
                    is_secret=True,
                ),
            ),
            _discord,
            lambda _place: discord.NotifyDiscord.notify_url,
        ),
        Service(
            "slack",
            "Slack",
            (
                Field(
                    "url",
                    _HOOK,
                    _("Switch on “Incoming Webhooks” for an app of yours and copy the address."),
                    "https://hooks.slack.com/services/…",
                    is_secret=True,
                ),
            ),
            _slack,
            lambda _place: slack.NotifySlack.webhook_url,
        ),
        Service(
            "telegram",
            "Telegram",
            (
                Field(
                    "token",
                    _("Token of the bot"),
                    _("@BotFather creates a bot for you and gives you its token."),
                    is_secret=True,
                ),
                Field(
                    "target",
                    _("Chat"),
                    _("The number of the chat, or @name of a channel. Write to your bot first."),
                    "123456789",
                ),
            ),
            _telegram,
            lambda _place: telegram.NotifyTelegram.notify_url,
            # Telegram reads it as HTML, and refuses what is none.
            html.escape,
        ),
        Service(
            "matrix",
            "Matrix",
            (
                Field(
                    "url",
                    _SERVER,
                    _("The homeserver of the account that sends the messages."),
                    "https://matrix.example.org",
                ),
                Field(
                    "token",
                    _("Access token"),
                    _("Of the account that sends the messages. Use an account just for this."),
                    is_secret=True,
                ),
                Field(
                    "target",
                    _("Room"),
                    _("Its identifier or alias. The room must not be encrypted."),
                    "!abc:example.org",
                ),
            ),
            _matrix,
            _url,
        ),
        Service(
            "ntfy",
            "ntfy",
            (
                Field(
                    "url",
                    _("Address of the topic"),
                    _("Anyone who knows it can read along, so choose one that is hard to guess."),
                    "https://ntfy.sh/…",
                    is_secret=True,
                ),
                Field(
                    "token", _("Access token"), _("Only if the topic is protected."), is_required=False, is_secret=True
                ),
            ),
            _ntfy,
            _url,
        ),
        Service(
            "mattermost",
            "Mattermost",
            (
                Field(
                    "url",
                    _HOOK,
                    _("Under “Integrations”, create an incoming webhook and copy its address."),
                    "https://chat.example.org/hooks/…",
                    is_secret=True,
                ),
            ),
            _mattermost,
            _url,
        ),
        Service(
            "gotify",
            "Gotify",
            (
                Field(
                    "url",
                    _SERVER,
                    _("The address of your Gotify server, without a path."),
                    "https://gotify.example.org",
                ),
                Field("token", _("Token of the application"), _("Under “Apps” in your Gotify."), is_secret=True),
            ),
            _gotify,
            _url,
        ),
    )
}
