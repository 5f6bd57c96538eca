"""A browser that can be sent to: its keys, and the reading of what a push service was given for it (RFC 8291).

Written from the RFC for the other side, so that it shares nothing with what seals.
"""

import base64
import hmac
import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypedDict

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

AUTH = bytes(range(16))


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class PushKeys(TypedDict):
    """In base64url."""

    p256dh: str
    auth: str


@dataclass
class Browser:
    """`keys` are what it gives away when it subscribes."""

    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    auth: bytes = AUTH

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> PushKeys:
        return {"p256dh": b64(self.public), "auth": b64(self.auth)}

    def read(self, body: bytes) -> bytes:
        """What was sealed for this browser; raises InvalidTag for anything else."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), sender))
        keyed = _expand(_hmac(self.auth, shared), b"WebPush: info\x00" + self.public + sender, 32)
        secret = _hmac(salt, keyed)
        key, nonce = (
            _expand(secret, b"Content-Encoding: aes128gcm\x00", 16),
            _expand(secret, b"Content-Encoding: nonce\x00", 12),
        )
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00")
        assert text[-1:] == b"\x02"
        return text[:-1]

    def json(self, body: bytes) -> Any:
        return json.loads(self.read(body))


def _hmac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, sha256).digest()


def _expand(key: bytes, info: bytes, length: int) -> bytes:
    return _hmac(key, info + b"\x01")[:length]
