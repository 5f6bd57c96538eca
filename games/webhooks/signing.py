"""Secrets of webhooks and the signatures made with them.

A secret is derived from the server's key, the webhook and its nonce: it is not stored, it can be shown to its owner
again, and a new nonce makes another one. The database without the server's key contains no secret.
"""

import base64
import hashlib
import hmac
from datetime import datetime

from django.conf import settings

from games.webhooks.models import Webhook

PREFIX = "whsec_"
_PURPOSE = b"games.webhooks.signing"


def secret_of(webhook: Webhook) -> str:
    """The secret as its owner is shown it, `whsec_…`; as such, in ASCII, it is the key of the signatures."""
    return _secret(webhook, webhook.nonce)


def signature(webhook: Webhook, body: bytes, *, now: datetime) -> str:
    """The header's value: `t=…,v1=…`, while a secret is being changed with a second `v1` by the former one."""
    seconds = int(now.timestamp())
    secrets = [secret_of(webhook)]
    if webhook.previous_nonce and webhook.previous_until and now < webhook.previous_until:
        secrets.append(_secret(webhook, webhook.previous_nonce))
    return ",".join([f"t={seconds}", *(f"v1={_signed(secret, seconds, body)}" for secret in secrets)])


def _signed(secret: str, seconds: int, body: bytes) -> str:
    return hmac.new(secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256).hexdigest()


def _secret(webhook: Webhook, nonce: str) -> str:
    key = hmac.new(_PURPOSE, settings.SECRET_KEY.encode(), hashlib.sha256).digest()
    derived = hmac.new(key, f"{webhook.pk}:{nonce}".encode(), hashlib.sha256).digest()
    return PREFIX + base64.urlsafe_b64encode(derived).decode().rstrip("=")
