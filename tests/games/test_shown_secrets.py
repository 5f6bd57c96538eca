"""No page and no operation shows a secret that the server has or can make again to a session alone."""

import re
from collections.abc import Iterator

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from accounts.models import User
from games.chat_apps.models import ChatConnection
from games.chat_apps.sealing import seal
from games.chat_apps.supported import Place
from games.webhooks import actions
from games.webhooks.models import Webhook
from games.webhooks.signing import secret_of
from kit.schema import generated
from tests.accounts.security.test_fresh_authentication import OF_GAMES, PAGES
from tests.games.notifications.people import confirm
from tests.support.savepoints import rolled_back
from tests.support.signing_in import sign_in


@pytest.fixture
def secrets(anna: User) -> list[str]:
    """What Anna has. The numbers of its rows are those in the addresses below."""
    TOTP.activate(anna, seed := generate_totp_secret())
    codes = RecoveryCodes.activate(anna).get_unused_codes()
    hook = Webhook.objects.create(pk=1, owner=anna, url="https://example.org/", host="example.org", last_seq=0)
    before = secret_of(hook)
    place = Place("https://chat.example.org", "a-token-of-anna", "")
    ChatConnection.objects.create(
        pk=1, user=anna, service="gotify", host="chat.example.org", sealed=seal(anna.pk, place)
    )
    return [seed, *codes, before, secret_of(actions.rotate_secret(anna, hook.pk)), "a-token-of-anna"]


def operations() -> Iterator[str]:
    """The address of each operation that reads something of the account."""
    for path, item in generated()["paths"].items():
        security = item.get("get", {}).get("security", [])
        scopes = {scope for way in security for scope in way.get("token", ())}
        if {"session": []} in security and {} not in security and not scopes & OF_GAMES:
            yield re.sub(r"{[^}]+}", "1", path)


def test_a_session_alone_is_shown_no_secret(anna: User, secrets: list[str]) -> None:
    confirm(anna)
    client = sign_in(Client(), anna, minutes_ago=15.1)

    shown = {}
    for address in [address for _name, address in PAGES] + sorted(operations()):
        with rolled_back():
            answer = client.get(address)
            shown[address] = "" if answer.streaming else answer.content.decode()

    assert len(shown) > 100
    assert {address for address, text in shown.items() if any(secret in text for secret in secrets)} == set()
