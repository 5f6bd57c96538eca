"""Addresses and tokens of chat apps, encrypted with a key that the database does not have."""

import base64
import json

from cryptography.fernet import Fernet, InvalidToken
from django.utils.crypto import salted_hmac

from games.chat_apps.supported import Place


class UnreadableError(Exception):
    """It was encrypted with another key, or for another user."""


def seal(user_id: int, place: Place) -> bytes:
    """The place as it is stored."""
    text = json.dumps({"url": place.url, "token": place.token, "target": place.target})
    return _key(user_id).encrypt(text.encode())


def unseal(user_id: int, sealed: bytes | memoryview) -> Place:
    """The place that was stored; raises UnreadableError."""
    try:
        return Place(**json.loads(_key(user_id).decrypt(bytes(sealed))))
    except InvalidToken as error:
        raise UnreadableError from error


def _key(user_id: int) -> Fernet:
    secret = salted_hmac("games.chat_apps.sealing", str(user_id), algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(secret))
