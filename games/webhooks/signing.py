"""Secrets of webhooks and the signatures made with them: those of Standard Webhooks, and our own, which are older.

A secret is derived from the server's key, the webhook and its nonce: it is not stored, and a new nonce makes another
one. Its owner is shown it once. The database without the server's key contains no secret.
"""

import base64
import hashlib
import hmac
from datetime import datetime

from django.conf import settings

from games.webhooks.models import Webhook
from kit import sealing

PREFIX = "whsec_"
_PURPOSE = b"games.webhooks.signing"
# Nonces of secrets that libraries of Standard Webhooks can read begin with it; it is no hexadecimal digit.
_READABLE = "s"


def new_nonce() -> str:
    """For a new secret."""
    return _READABLE + sealing.new_nonce()[len(_READABLE) :]


def secret_of(webhook: Webhook) -> str:
    """The secret as its owner is shown it, `whsec_…`. As such, in ASCII, it is the key of our own signatures; what it
    encodes is the key of the others."""
    return _secret(webhook, webhook.nonce)


def signed_headers(webhook: Webhook, message_id: str, body: bytes, *, now: datetime) -> dict[str, str]:
    """The headers by which a receiver checks a request, with the signatures of both kinds.

    While a secret is being changed, there is also one by the former secret of each kind.

    Both kinds use the name Webhook-Signature. Standard Webhooks divides the header at spaces and takes what is
    `v1,…`; receivers of our own signature divide it at commas and take `t=…` and `v1=…`. `v0` fills the places at which
    each of them finds what is not theirs.
    """
    seconds = int(now.timestamp())
    nonces_now = [webhook.nonce]
    if webhook.previous_nonce and webhook.previous_until and now < webhook.previous_until:
        nonces_now.append(webhook.previous_nonce)
    standard = " ".join(
        f"v1,{_standard_signature(_key(webhook, nonce), message_id, seconds, body)}" for nonce in nonces_now
    )
    own = ",".join(f"v1={_own_signature(_secret(webhook, nonce), seconds, body)}" for nonce in nonces_now)
    return {
        "Webhook-Id": message_id,
        "Webhook-Timestamp": str(seconds),
        "Webhook-Signature": f"t={seconds},v0 {standard} v0,{own}",
    }


def _standard_signature(key: bytes, message_id: str, seconds: int, body: bytes) -> str:
    signed = hmac.new(key, f"{message_id}.{seconds}.".encode() + body, hashlib.sha256)
    return base64.b64encode(signed.digest()).decode()


def _own_signature(secret: str, seconds: int, body: bytes) -> str:
    return hmac.new(secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256).hexdigest()


def _secret(webhook: Webhook, nonce: str) -> str:
    key = _key(webhook, nonce)
    if nonce.startswith(_READABLE):
        return PREFIX + base64.b64encode(key).decode()
    return PREFIX + base64.urlsafe_b64encode(key).decode().rstrip("=")


def _key(webhook: Webhook, nonce: str) -> bytes:
    key = hmac.new(_PURPOSE, settings.SECRET_KEY.encode(), hashlib.sha256).digest()
    return hmac.new(key, f"{webhook.pk}:{nonce}".encode(), hashlib.sha256).digest()
