"""The deeds around tokens: make one, take one back. For the API and the account's page."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import AccessToken, User

MOST = 50


class TooMany(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The owner has as many usable tokens as anybody may have."""


def issue(
    owner: User, *, description: str, scopes: list[str], expires_at: datetime | None = None
) -> tuple[AccessToken, str]:
    """Return a new token and its secret, which is not kept and cannot be shown again; raises TooMany."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)
        if AccessToken.objects.personal().usable(now=timezone.now()).filter(user=owner).count() >= MOST:
            raise TooMany
        return AccessToken.issue(user=owner, description=description, scopes=scopes, expires_at=expires_at)


def revoke(owner: User, token_id: int) -> bool:
    """Take a token of one's own back, for good; False where there is none to take back."""
    return AccessToken.objects.personal().filter(user=owner, pk=token_id).revoke() > 0
