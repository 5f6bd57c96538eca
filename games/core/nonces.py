"""Random values for links and secrets that can be changed."""

import secrets


def new_nonce() -> str:
    """128 random bits as hex; a new nonce makes a derived secret a new one."""
    return secrets.token_hex(16)
