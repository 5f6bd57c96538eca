"""Addresses and tokens of chat apps, encrypted with a key that the database does not have."""

import json

from cryptography.fernet import InvalidToken, MultiFernet

from games.chat_apps.supported import Place
from kit import sealing


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


def _key(user_id: int) -> MultiFernet:
    return sealing.fernet("games.chat_apps.sealing", str(user_id))
