"""Random values for links and secrets that can be changed."""

import secrets


def new_nonce() -> str:
    """What makes a secret another one: 128 bits of chance, as hex."""
    return secrets.token_hex(16)
