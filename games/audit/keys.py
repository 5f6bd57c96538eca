"""The key that signs checkpoints. It is in the settings, so that the database does not have it."""

from functools import cache
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

KEY_BYTES: Final = 32


def sign(text: str) -> tuple[str, str]:
    """The public key and the signature of the text, in hex."""
    key = _key(settings.AUDIT_KEY, settings.SECRET_KEY)
    return key.public_key().public_bytes_raw().hex(), key.sign(text.encode()).hex()


@cache
def _key(given: str, secret: str) -> Ed25519PrivateKey:
    """The key of the settings; without one, a key that is derived from the secret key."""
    if not given:
        derived = HKDF(hashes.SHA256(), length=KEY_BYTES, salt=None, info=b"games.audit.keys").derive(secret.encode())
        return Ed25519PrivateKey.from_private_bytes(derived)
    try:
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(given))
    except ValueError as error:
        raise ImproperlyConfigured("AUDIT_KEY has to be 64 hexadecimal digits (openssl rand -hex 32).") from error
