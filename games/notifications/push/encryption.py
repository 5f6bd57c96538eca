"""Encryption of a message for one browser (RFC 8291, in the encoding of RFC 8188). Pure."""

import base64
import binascii
import os
from typing import Final

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SALT_BYTES: Final = 16
SECRET_BYTES: Final = 16
RECORD_BYTES: Final = 4096
# A push service takes no more; the header is of 86 bytes, the end of the text of one, its seal of sixteen.
LONGEST_TEXT: Final = RECORD_BYTES - 86 - 1 - 16
_END_OF_TEXT: Final = b"\x02"


class MalformedKeyError(ValueError):
    """This is no key of a browser's."""


def decoded(text: str) -> bytes:
    """Base64url without padding, as keys are written; raises MalformedKeyError."""
    try:
        return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise MalformedKeyError from error


def encoded(data: bytes) -> str:
    """The same the other way."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def check_keys(*, p256dh: str, auth: str) -> None:
    """Raises MalformedKeyError unless the first is a point of the curve and the second a secret of sixteen bytes."""
    _point(decoded(p256dh))
    if len(decoded(auth)) != SECRET_BYTES:
        raise MalformedKeyError


def sealed(
    text: bytes, *, p256dh: str, auth: str, own_key: EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """The body of a push message for the browser with these keys.

    `own_key` and `salt` are made anew for every message; only the vectors of the RFC give them.
    Raises MalformedKeyError, and ValueError where the text is longer than LONGEST_TEXT bytes.
    """
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"{len(text)} bytes are too many for a push message")
    own_key, salt = own_key or generate_private_key(SECP256R1()), salt or os.urandom(SALT_BYTES)
    theirs, ours = decoded(p256dh), public_bytes(own_key)
    shared = own_key.exchange(ECDH(), _point(theirs))
    keyed = _derived(shared, salt=decoded(auth), info=b"WebPush: info\0" + theirs + ours, length=32)
    key = _derived(keyed, salt=salt, info=b"Content-Encoding: aes128gcm\0", length=16)
    nonce = _derived(keyed, salt=salt, info=b"Content-Encoding: nonce\0", length=12)
    header = salt + RECORD_BYTES.to_bytes(4, "big") + len(ours).to_bytes(1, "big") + ours
    return header + AESGCM(key).encrypt(nonce, text + _END_OF_TEXT, None)


def public_bytes(key: EllipticCurvePrivateKey) -> bytes:
    """The public half as 65 bytes, uncompressed."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _point(data: bytes) -> EllipticCurvePublicKey:
    try:
        if len(data) != 65:
            raise MalformedKeyError
        return EllipticCurvePublicKey.from_encoded_point(SECP256R1(), data)
    except (InvalidKey, ValueError) as error:
        raise MalformedKeyError from error


def _derived(secret: bytes, *, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)
