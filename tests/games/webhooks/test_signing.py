"""Secrets and signatures: checked as a receiver does, also with the code of the documentation."""

import hashlib
import hmac
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings

from accounts.models import User
from games.webhooks import actions, worker
from games.webhooks.models import Webhook
from games.webhooks.signing import secret_of, signature
from tests.games.webhooks.receiver import Receiver
from tools.launcher.workspace import ROOT

DOCUMENT = ROOT / "docs" / "api" / "webhooks.md"
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def is_signed_by(secret: str, header: str, body: bytes) -> bool:
    """What a receiver does, written down anew."""
    parts = [part.split("=", 1) for part in header.split(",")]
    (seconds,) = (value for name, value in parts if name == "t")
    expected = hmac.new(secret.encode(), seconds.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(value, expected) for name, value in parts if name == "v1")


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
    assert re.fullmatch(r"t=\d+,v1=[0-9a-f]{64}", header)
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
        "no signature": (secret, f"t={seconds}", body),
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
    assert re.fullmatch(r"whsec_[A-Za-z0-9_-]{43}", before)


def test_the_time_of_the_signature_is_that_of_the_attempt(hook: Webhook, anna: User, receiver: Receiver) -> None:
    before = int(time.time())
    actions.ping(anna, hook.pk)
    worker.work_off(seconds=5)

    seconds = int(receiver.requests[0].headers["Webhook-Signature"].partition(",")[0].removeprefix("t="))

    assert before <= seconds <= time.time()
