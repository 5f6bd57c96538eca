"""Idempotency keys: a request that is sent again with the same key gets the first response.

The response is stored in the transaction of the change, so that both exist or neither. A concurrent request with the
same key waits in the database for the first one's commit.
"""

import hashlib
from collections.abc import Callable

from cryptography.fernet import MultiFernet
from django.db import transaction
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.models.kept_answers import KEPT_FOR, KeptAnswer
from kit import database_time, sealing
from kit.endpoints import StoredResponse, responds_once
from kit.errors import IdempotencyKeyReused


@responds_once
def respond_once(user: User, key: str, request: bytes, answer: Callable[[], StoredResponse]) -> StoredResponse:
    """Call `answer` and store what it returns, or return what is stored for the key; raises IdempotencyKeyReused.

    `request` identifies the request. If `answer` raises, nothing is stored.
    """
    digest = hashlib.sha256(request).hexdigest()
    with transaction.atomic():
        kept, is_new = KeptAnswer.objects.get_or_create(
            user=user, key_digest=_digest_of(user, key), defaults={"request_digest": digest}
        )
        if is_new:
            return _keep(kept, key, answer())
    if kept.request_digest != digest:
        raise IdempotencyKeyReused
    content = _seal(user, key).decrypt(bytes(kept.sealed_content))
    return StoredResponse(kept.status, kept.content_type, content, is_repeated=True)


def delete_old() -> None:
    """Delete responses that have expired."""
    KeptAnswer.objects.filter(created_at__lt=database_time.now() - KEPT_FOR).delete()


def _keep(kept: KeptAnswer, key: str, answer: StoredResponse) -> StoredResponse:
    kept.status, kept.content_type = answer.status, answer.content_type
    kept.sealed_content = _seal(kept.user, key).encrypt(answer.content)
    kept.save(update_fields=["status", "content_type", "sealed_content"])
    return answer


def _digest_of(user: User, key: str) -> str:
    return salted_hmac("accounts.idempotency.key", f"{user.pk} {key}", algorithm="sha256").hexdigest()


def _seal(user: User, key: str) -> MultiFernet:
    return sealing.fernet("accounts.idempotency.seal", f"{user.pk} {key}")
