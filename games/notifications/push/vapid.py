"""Saying to push services who we are (RFC 8292): every message bears a short-lived token, signed by one lasting key.

Browsers tie a subscription to the public half of the key: with another one, all of them end.
"""

from datetime import datetime, timedelta
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from py_vapid import Vapid02

from games.notifications.push.encryption import MalformedKeyError, decoded, encoded, public_bytes

# Half of what push services allow.
LIFE: Final = timedelta(hours=12)
KEY_BYTES: Final = 32
# A page serves as well as an address of mail, and on a machine of one's own it has no certificate.
_ANY_CONTACT: Final = {"no-strict": True}
# The order of the curve P-256: private keys are the numbers from 1 up to it.
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def authorization(endpoint: str, *, now: datetime) -> str:
    """The header `Authorization` of a message to this endpoint."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int((now + LIFE).timestamp()), "sub": _contact()}
    signer = Vapid02(_key(settings.VAPID_PRIVATE_KEY, settings.SECRET_KEY), conf=_ANY_CONTACT)
    return str(signer.sign(claims)["Authorization"])


def public_key() -> str:
    """The public key with which a browser subscribes (`applicationServerKey`), in base64url."""
    return encoded(public_bytes(_key(settings.VAPID_PRIVATE_KEY, settings.SECRET_KEY)))


def new_private_key() -> str:
    """A key for VAPID_PRIVATE_KEY."""
    return encoded(generate_private_key(SECP256R1()).private_numbers().private_value.to_bytes(KEY_BYTES, "big"))


def _contact() -> str:
    """The contact of the server for push services."""
    return str(settings.VAPID_SUBJECT or settings.SITE_URL)


@cache
def _key(given: str, secret: str) -> EllipticCurvePrivateKey:
    """The key of the settings; where none is given, one that follows from the secret key."""
    if not given:
        derived = HKDF(hashes.SHA256(), length=KEY_BYTES + 16, salt=None, info=b"games.notifications.push.vapid")
        number = int.from_bytes(derived.derive(secret.encode()), "big")
        return derive_private_key(1 + number % (_ORDER - 1), SECP256R1())
    try:
        return derive_private_key(int.from_bytes(decoded(given), "big"), SECP256R1())
    except (MalformedKeyError, ValueError) as error:
        raise ImproperlyConfigured("VAPID_PRIVATE_KEY is no key of `manage.py vapid_key`.") from error
