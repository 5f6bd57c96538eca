"""Secrets and signatures: checked as a receiver does, also with the code of the documentation."""

import hashlib
import hmac
import re
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import standardwebhooks
import time_machine
from django.conf import LazySettings
from standardwebhooks import WebhookVerificationError

from accounts.models import User
from games.core.outgoing import worker
from games.webhooks import actions
from games.webhooks.models import Webhook
from games.webhooks.signing import secret_of, signed_headers
from tests.games.webhooks.receiver import Receiver
from tools.launcher.workspace import ROOT

DOCUMENT = ROOT / "docs" / "api" / "webhooks.md"
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def is_signed_by(secret: str, header: str, body: bytes) -> bool:
    """What a receiver does, written down anew."""
    parts = [part.partition("=") for part in header.split(",")]
    (seconds,) = (value for name, _, value in parts if name == "t")
    expected = hmac.new(secret.encode(), seconds.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(value, expected) for name, _, value in parts if name == "v1")


def signature(hook: Webhook, body: bytes, *, now: datetime) -> str:
    return signed_headers(hook, "7", body, now=now)["Webhook-Signature"]


def opened_by(secret: str, headers: Mapping[str, str], body: bytes) -> Any:
    """What the library of Standard Webhooks reads; raises WebhookVerificationError."""
    return standardwebhooks.Webhook(secret).verify(body, dict(headers))


def readable(secret: str) -> str:
    """A secret of version 1.0 in the alphabet of Base64 that libraries know, as the documentation says."""
    encoded = secret.removeprefix("whsec_").replace("-", "+").replace("_", "/")
    return f"whsec_{encoded}"


def made_before(hook: Webhook) -> Webhook:
    """The webhook as version 1.0 made it."""
    hook.nonce = "0123456789abcdef" * 2
    hook.save()
    return hook


@pytest.fixture
def verify() -> Callable[..., bool]:
    """The function of docs/api/webhooks.md."""
    found = re.findall(r"^```python\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (code,) = (text for text in found if "def is_from_muehle" in text)
    names: dict[str, Any] = {}
    exec(code, names)
    function: Callable[..., bool] = names["is_from_muehle"]
    return function


def test_what_arrives_is_signed_with_the_secret_of_the_webhook(
    hook: Webhook, anna: User, receiver: Receiver, verify: Callable[..., bool]
) -> None:
    actions.ping(anna, hook.pk)

    worker.work_off(seconds=5)

    (request,) = receiver.requests
    header = request.headers["Webhook-Signature"]
    assert re.fullmatch(r"t=\d+,v0 v1,[A-Za-z0-9+/]{43}= v0,v1=[0-9a-f]{64}", header)
    assert is_signed_by(secret_of(hook), header, request.body)
    assert verify(secret_of(hook), header, request.body)


@pytest.mark.parametrize("forged", ["body", "time", "secret", "no signature", "no time", "old"])
def test_the_documented_code_takes_nothing_that_is_not_ours(
    hook: Webhook, verify: Callable[..., bool], forged: str
) -> None:
    now, body = datetime.now(UTC), b'{"id":1}'
    header = signature(hook, body, now=now)
    seconds = int(now.timestamp())
    old = signature(hook, body, now=now - timedelta(minutes=6))
    secret = secret_of(hook)
    given = {
        "body": (secret, header, b'{"id":2}'),
        "time": (secret, header.replace(f"t={seconds}", f"t={seconds + 1}"), body),
        "secret": (secret + "x", header, body),
        "no signature": (secret, header.rpartition(",")[0], body),
        "no time": (secret, header.partition(",")[2], body),
        "old": (secret, old, body),
    }

    assert verify(secret, header, body)
    assert not verify(*given[forged])


def test_for_a_day_after_a_change_both_secrets_are_good(
    hook: Webhook, anna: User, clock: time_machine.Traveller
) -> None:
    former, body = secret_of(hook), b"{}"

    changed = actions.rotate_secret(anna, hook.pk)

    present = secret_of(changed)
    soon = signature(changed, body, now=NOW + timedelta(hours=23, minutes=59))
    later = signature(changed, body, now=NOW + timedelta(hours=24))
    assert former != present
    assert (is_signed_by(former, soon, body), is_signed_by(present, soon, body)) == (True, True)
    assert (is_signed_by(former, later, body), is_signed_by(present, later, body)) == (False, True)


def test_no_two_webhooks_share_a_secret_and_the_database_has_none(
    hook: Webhook, anna: User, receiver: Receiver
) -> None:
    other = actions.create(anna, url=receiver.url)
    other.nonce = hook.nonce

    secrets = {secret_of(hook), secret_of(other)}

    assert len(secrets) == 2
    stored = " ".join(str(value) for value in Webhook.objects.filter(pk=hook.pk).values().get().values())
    assert not any(secret in stored for secret in secrets)


def test_another_key_of_the_server_makes_other_secrets(hook: Webhook, settings: LazySettings) -> None:
    before = secret_of(hook)
    settings.SECRET_KEY = "another one"

    assert secret_of(hook) != before
    assert re.fullmatch(r"whsec_[A-Za-z0-9+/]{43}=", before)


def test_the_time_of_the_signature_is_that_of_the_attempt(hook: Webhook, anna: User, receiver: Receiver) -> None:
    before = int(time.time())
    actions.ping(anna, hook.pk)
    worker.work_off(seconds=5)

    seconds = int(receiver.requests[0].headers["Webhook-Signature"].partition(",")[0].removeprefix("t="))
    assert receiver.requests[0].headers["Webhook-Timestamp"] == str(seconds)

    assert before <= seconds <= time.time()


# --- Standard Webhooks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_old", [False, True])
def test_the_library_of_standard_webhooks_takes_what_arrives(
    hook: Webhook, anna: User, receiver: Receiver, verify: Callable[..., bool], is_old: bool
) -> None:
    hook = made_before(hook) if is_old else hook
    actions.ping(anna, hook.pk)
    worker.work_off(seconds=5)

    (request,) = receiver.requests
    secret = secret_of(hook)
    assert opened_by(readable(secret), dict(request.headers), request.body) == request.json
    assert verify(secret, request.headers["Webhook-Signature"], request.body)


@pytest.mark.parametrize("name", ["Webhook-Id", "Webhook-Timestamp", "body", "secret"])
def test_the_library_takes_nothing_that_is_not_ours(hook: Webhook, name: str) -> None:
    now, body, secret = datetime.now(UTC), b'{"id":1}', secret_of(hook)
    headers = signed_headers(hook, "7", body, now=now)
    forged = headers | {"Webhook-Id": "8"} if name == "Webhook-Id" else headers
    if name == "Webhook-Timestamp":
        forged = headers | {name: str(int(headers[name]) + 1)}

    opened_by(secret, headers, body)
    with pytest.raises(WebhookVerificationError, match="No matching signature"):
        opened_by(
            readable(secret_of(made_before(hook))) if name == "secret" else secret,
            forged,
            b"{}" if name == "body" else body,
        )


def test_the_library_takes_both_secrets_for_a_day_after_a_change(hook: Webhook, anna: User) -> None:
    hook, body = made_before(hook), b"{}"
    former = readable(secret_of(hook))

    changed = actions.rotate_secret(anna, hook.pk)

    headers = signed_headers(changed, "7", body, now=datetime.now(UTC))
    assert opened_by(former, headers, body) == opened_by(secret_of(changed), headers, body) == {}


def test_a_webhook_of_version_1_0_keeps_its_secret(hook: Webhook) -> None:
    assert re.fullmatch(r"whsec_[A-Za-z0-9_-]{43}", secret_of(made_before(hook)))
