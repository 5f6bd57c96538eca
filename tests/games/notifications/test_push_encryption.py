"""Push messages are sealed as RFC 8291 says, and signed as RFC 8292 does."""

import base64
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicKey, derive_private_key
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from games.notifications.push import vapid
from games.notifications.push.encryption import LONGEST_TEXT, MalformedKeyError, check_keys, decoded, encoded, sealed
from tests.games.notifications.browser import Browser, b64

# The example of RFC 8291, appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
READER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def private_key(text: str) -> Any:
    return derive_private_key(int.from_bytes(decoded(text), "big"), SECP256R1())


def test_the_example_of_the_rfc_comes_out_letter_for_letter() -> None:
    body = sealed(TEXT, p256dh=P256DH, auth=AUTH, own_key=private_key(SENDER), salt=decoded(SALT))

    assert encoded(body) == BODY
    assert Browser(private_key(READER), decoded(AUTH)).read(decoded(BODY)) == TEXT


@pytest.mark.parametrize("length", [0, 1, LONGEST_TEXT])
def test_the_browser_reads_what_was_sealed_for_it_and_no_other_does(length: int) -> None:
    browser, other = Browser(), Browser()
    text = b"x" * length

    body = sealed(text, **browser.keys)

    assert browser.read(body) == text
    assert len(body) <= 4096
    with pytest.raises(InvalidTag):
        other.read(body)


def test_no_two_messages_look_alike() -> None:
    browser = Browser()

    assert sealed(TEXT, **browser.keys)[:100] != sealed(TEXT, **browser.keys)[:100]


def test_what_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="too many"):
        sealed(b"x" * (LONGEST_TEXT + 1), **Browser().keys)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", AUTH),
        (P256DH, ""),
        (P256DH[:-4], AUTH),
        (P256DH, AUTH + "AA"),
        # Sixty-five bytes, and no point of the curve.
        (b64(b"\x04" + bytes(63) + b"\x01"), AUTH),
        ("ö" * 87, AUTH),
        (P256DH, "!" * 22),
    ],
)
def test_what_is_no_key_is_known(p256dh: str, auth: str) -> None:
    with pytest.raises(MalformedKeyError):
        check_keys(p256dh=p256dh, auth=auth)


# --- Who we are -------------------------------------------------------------------------------------------------------


def claims_in(header: str) -> dict[str, Any]:
    """What a push service reads, after it has verified the signature by the key beside it."""
    scheme, _space, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _dot, signature = parts["t"].rpartition(".")
    raw = decoded(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), decoded(parts["k"]))
    key.verify(pair, signed.encode(), ECDSA(hashes.SHA256()))
    head, body = (json.loads(base64.urlsafe_b64decode(part + "==")) for part in signed.split("."))
    assert (scheme, head) == ("vapid", {"typ": "JWT", "alg": "ES256"})
    assert parts["k"] == vapid.public_key()
    claims: dict[str, Any] = body
    return claims


@pytest.mark.parametrize("site", ["https://muehle.example.org", "http://127.0.0.1:8000"])
def test_every_message_says_who_sends_it_to_whom_and_until_when(settings: LazySettings, site: str) -> None:
    settings.SITE_URL = site

    claims = claims_in(vapid.authorization("https://push.example.net:8443/some/where?x=1", now=NOON))

    assert claims == {
        "aud": "https://push.example.net:8443",
        "exp": int(NOON.timestamp()) + 12 * 60 * 60,
        "sub": site,
    }


def test_the_key_is_that_of_the_settings(settings: LazySettings, capsys: pytest.CaptureFixture[str]) -> None:
    derived = vapid.public_key()
    call_command("vapid_key")
    settings.VAPID_PRIVATE_KEY = capsys.readouterr().out.strip()
    given = vapid.public_key()
    settings.SECRET_KEY = "another"
    with_another_secret = vapid.public_key()
    settings.VAPID_PRIVATE_KEY = ""

    assert len({derived, given, vapid.public_key()}) == 3
    assert with_another_secret == given
    assert len(decoded(given)) == 65


@pytest.mark.parametrize("key", ["!", "AA", b64(bytes(32)), b64(b"\xff" * 32)])
def test_a_key_that_is_none_is_named(settings: LazySettings, key: str) -> None:
    settings.VAPID_PRIVATE_KEY = key

    with pytest.raises(ImproperlyConfigured, match="VAPID_PRIVATE_KEY"):
        vapid.public_key()
