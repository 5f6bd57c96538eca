"""Encryption of what is stored, with keys that follow from SECRET_KEY; and nonces, by which secrets can be changed.

The database does not have the keys.
"""

import base64
import secrets

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


def fernet(purpose: str, owner: str = "") -> MultiFernet:
    """Encrypts for this purpose and owner, and decrypts also what was encrypted under a former SECRET_KEY that is in
    SECRET_KEY_FALLBACKS."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = [salted_hmac(purpose, owner, secret=key, algorithm="sha256").digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


def new_nonce() -> str:
    """128 random bits as hex; a new nonce makes a derived secret a new one."""
    return secrets.token_hex(16)
