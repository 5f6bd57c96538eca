"""Each chat app gets a message in its form, and nothing goes where it must not."""

import logging
import socket
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta

import pytest
from apprise import NotifyFormat
from django.conf import LazySettings

from accounts.models import User
from games.chat_apps import actions, supported
from games.chat_apps.errors import ChatPlaceRefused
from games.chat_apps.models import ChatConnection
from games.chat_apps.sealing import UnreadableError, seal, unseal
from games.chat_apps.supported import MalformedPlaceError, Place, sender_for
from games.chat_apps.transport import Transport, sending
from games.chat_apps.writing import Outcome, write
from kit.locks import Lease
from tests.games.chat_apps.server import ChatServer, chat_server
from tools.launcher.workspace import ROOT

NAMES = [service.name for service in supported.services()]
Values = dict[str, dict[str, str]]
HOUR = timedelta(hours=1)


def written(
    service: str, values: dict[str, str], text: str = "Your move against bert\nhttps://x.example/games/7/"
) -> Outcome:
    return write(service, Place(**values), text, lease=Lease(HOUR))


# --- What arrives -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_each_chat_app_gets_the_message(chat: ChatServer, values: Values, name: str) -> None:
    outcome = written(name, values[name])

    assert outcome == Outcome()
    assert "Your move against bert" in chat.text
    assert "https://x.example/games/7/" in chat.text


def test_what_is_sent_has_the_form_of_the_chat_app(chat: ChatServer, values: Values) -> None:
    sent = {}
    for name in NAMES:
        chat.received.clear()
        written(name, values[name], "Hello")
        sent[name] = [(each.method, each.path) for each in chat.received]

    assert sent["discord"] == [("POST", "/api/webhooks/123456/s3cret-token")]
    assert sent["slack"] == [("POST", "/services/T1JJ3T3L2/A1BRTD4JD/s3crettokens3crettoken12")]
    assert sent["telegram"] == [("POST", "/bot123456789:s3cret_tokenAbCdEfGhIjKlMnOpQrStUvW/sendMessage")]
    assert sent["ntfy"] == [("POST", "/")]
    assert sent["mattermost"] == [("POST", "/hooks/s3crettoken")]
    assert sent["gotify"] == [("POST", "/message")]
    assert [method for method, _path in sent["matrix"]] == ["GET", "POST", "PUT"]
    assert sent["matrix"][-1][1].startswith("/_matrix/client/v3/rooms/%21room%3Aexample.org/send/m.room.message/")


@pytest.mark.parametrize("name", NAMES)
def test_what_a_player_wrote_calls_nobody_and_is_no_markup(chat: ChatServer, values: Values, name: str) -> None:
    outcome = written(name, values[name], "bert sent you a message\n<b>@everyone</b>")

    assert outcome == Outcome()
    assert "@everyone" not in chat.text
    if name == "telegram":
        assert "&lt;b&gt;" in chat.text


REFUSALS, FAILURES = (401, 403, 404, 410), (429, 500, 503)


@pytest.mark.parametrize("name", NAMES)
def test_a_refusal_is_told_from_a_failure(chat: ChatServer, values: Values, name: str) -> None:
    for status in (*REFUSALS, *FAILURES):
        chat.status = status
        chat.received.clear()

        assert written(name, values[name]) == Outcome(str(status), is_gone=status in REFUSALS)
        assert len(chat.received) <= 4


# --- Where nothing goes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_no_redirect_is_followed(chat: ChatServer, values: Values, name: str) -> None:
    with chat_server() as other:
        chat.status, chat.location = 307, f"{other.url}/"

        outcome = written(name, values[name])

    assert outcome.error == "307"
    assert other.received == []


@pytest.mark.parametrize("name", NAMES)
def test_nothing_goes_into_private_networks(
    settings: LazySettings, chat: ChatServer, values: Values, name: str
) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = False

    outcome = written(name, values[name])

    assert outcome == Outcome("address")
    assert chat.received == []


def test_a_name_that_leads_elsewhere_later_is_looked_up_once_and_refused(
    settings: LazySettings, chat: ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, looked_up = socket.getaddrinfo, []
    answers = iter(["9.9.9.9", "127.0.0.1", "127.0.0.1", "127.0.0.1"])

    def rebinding(host: object, port: object, *args: object, **options: object) -> object:
        if host != "rebinding.example" or options.get("flags"):
            return real(host, port, *args, **options)  # type: ignore[arg-type]
        looked_up.append(next(answers))
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (looked_up[-1], port))]

    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    settings.WEBHOOKS_TO_LOOPBACK = False
    values = {"url": f"https://rebinding.example:{chat.port}", "token": "s3cret"}
    assert actions._checked_host(User(pk=1), "gotify", Place(**values)) == "rebinding.example"

    outcome = written("gotify", values)

    assert looked_up == ["9.9.9.9", "127.0.0.1"]
    assert outcome == Outcome("address")
    assert chat.received == []


def test_every_connection_is_made_by_our_own_sending() -> None:
    """With all addresses refused, no class of Apprise opens a socket, a file for writing or a program."""
    program = """
import sys
from datetime import timedelta
import django
from django.conf import settings
django.setup()
settings.WEBHOOKS_TO_LOOPBACK = False
from kit.locks import Lease
from games.chat_apps.supported import Place
from games.chat_apps.writing import write
seen = []
def audit(event, arguments):
    if event in ("socket.connect", "socket.sendto", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"):
        seen.append((event, str(arguments)))
    elif event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wa+"):
        seen.append((event, str(arguments)))
places = {
    "matrix": Place("https://127.0.0.1:1", "token", "!room:example.org"),
    "ntfy": Place("https://127.0.0.1:1/topic"),
    "mattermost": Place("https://127.0.0.1:1/hooks/token"),
    "gotify": Place("https://127.0.0.1:1", "token"),
}
sys.addaudithook(audit)
outcomes = {name: write(name, place, "Hello", lease=Lease(timedelta(hours=1))).error for name, place in places.items()}
print(outcomes, seen)
"""
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)

    expected = dict.fromkeys(("matrix", "ntfy", "mattermost", "gotify"), "address")
    assert answer.stdout.splitlines()[-1:] == [f"{expected} []"], answer.stdout + answer.stderr


def test_there_is_no_other_way_to_send_than_these() -> None:
    ways = {name for name in vars(Transport) if not name.startswith("_") and callable(vars(Transport)[name])}

    assert ways - {"RequestException", "TooManyRedirects", "Timeout", "ConnectionError"} == {
        "get",
        "post",
        "put",
        "request",
    }


def test_outside_of_a_sending_nothing_is_sent(chat: ChatServer, values: Values) -> None:
    sender = sender_for("gotify", Place(**values["gotify"]))

    with pytest.raises(LookupError):
        sender.notify(body="Hello", body_format=NotifyFormat.TEXT)
    assert chat.received == []


def test_nothing_is_sent_by_a_worker_whose_lease_is_over(chat: ChatServer, values: Values) -> None:
    outcome = write("gotify", Place(**values["gotify"]), "Hello", lease=Lease(timedelta(seconds=1)))

    assert outcome.error == "interrupted"
    assert chat.received == []


def test_a_class_that_asks_without_end_is_stopped(chat: ChatServer, values: Values) -> None:
    transport = Transport()
    with sending(Lease(HOUR)) as under_way:
        for _request in range(4):
            transport.get(f"{chat.url}/")
        with pytest.raises(Transport.RequestException):
            transport.get(f"{chat.url}/")

    assert len(under_way.results) == len(chat.received) == 4


# --- What is taken ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("service", "values"),
    [
        ("discord", {"url": "https://discord.com.evil.example/api/webhooks/1/abc"}),
        ("discord", {"url": "https://discord.com/api/webhooks/1/abc?template=/etc/passwd"}),
        ("discord", {"url": "discord://1/abc"}),
        ("discord", {"url": "mailto://user:pass@example.org"}),
        ("discord", {"url": "syslog://"}),
        ("discord", {}),
        ("discord", {"url": "https://discord.com/api/webhooks/1/abc", "token": "more"}),
        ("slack", {"url": "https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD"}),
        ("slack", {"url": "https://hooks.slack.com/workflows/T1JJ3T3L2/A1BRTD4JD/1/abc"}),
        ("telegram", {"token": "123:abc/../x", "target": "1"}),
        ("telegram", {"token": "123456789:abcdefghijklmnopqrstuvwxyz123456789", "target": "1/2"}),
        ("matrix", {"url": "https://example.org/path", "token": "t", "target": "!a:b"}),
        ("matrix", {"url": "https://user:pass@example.org", "token": "t", "target": "!a:b"}),
        ("matrix", {"url": "https://example.org", "token": "t", "target": "room"}),
        ("ntfy", {"url": "https://ntfy.sh/"}),
        ("ntfy", {"url": "https://ntfy.sh/a/b"}),
        ("ntfy", {"url": "https://ntfy.sh/topic?attach=file:///etc/passwd"}),
        ("ntfy", {"url": "file:///etc/passwd"}),
        ("mattermost", {"url": "https://example.org/hook/abc"}),
        ("gotify", {"url": "https://example.org", "token": "with\nnewline"}),
        ("gotify", {"url": "gotify://example.org", "token": "abc"}),
    ],
)
def test_what_is_none_of_the_chat_app_is_refused(service: str, values: dict[str, str]) -> None:
    with pytest.raises(MalformedPlaceError):
        sender_for(service, Place(**values))


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://9.9.9.9", "scheme"),
        ("https://127.0.0.1", "not_public"),
        ("https://10.0.0.1", "not_public"),
        ("https://9.9.9.9:22", "port"),
    ],
)
def test_an_address_that_webhooks_may_not_have_is_refused(
    settings: LazySettings, anna: User, url: str, reason: str
) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = False

    with pytest.raises(ChatPlaceRefused) as refused:
        actions.connect(anna, service="gotify", url=url, token="abc")

    assert refused.value.details["reason"] == reason
    assert not ChatConnection.objects.exists()


# --- What is kept -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_what_is_secret_is_stored_encrypted_only(
    connect: Callable[..., ChatConnection], values: Values, anna: User, name: str
) -> None:
    row = connect(anna, name)

    stored = " ".join(map(str, ChatConnection.objects.values_list().get(pk=row.pk)))
    assert "s3cret" not in stored
    assert unseal(anna.pk, row.sealed) == Place(**values[name])


def test_what_was_sealed_for_somebody_else_or_with_another_key_is_unreadable(
    settings: LazySettings, anna: User, bert: User
) -> None:
    sealed = seal(anna.pk, Place("https://example.org"))

    with pytest.raises(UnreadableError):
        unseal(bert.pk, sealed)
    settings.SECRET_KEY = "another key of at least fifty characters, as it ought to be"
    with pytest.raises(UnreadableError):
        unseal(anna.pk, sealed)


def test_the_library_logs_no_address(chat: ChatServer, values: Values, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for name in NAMES:
            written(name, values[name])

    assert len(chat.received) > len(NAMES)
    assert [record for record in caplog.records if record.name.startswith("apprise")] == []
    assert "s3cret" not in caplog.text
