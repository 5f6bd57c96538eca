"""Creating and revoking tokens, for the API and the account page."""

from datetime import datetime

from django.db import transaction

from accounts import database_time
from accounts.models import AccessToken, User

MOST = 50


class TokenLimitReached(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The owner has the maximum number of usable tokens."""


def issue(
    owner: User, *, description: str, scopes: list[str], expires_at: datetime | None = None
) -> tuple[AccessToken, str]:
    """Return a new token and its secret, of which only a digest is stored; raises TokenLimitReached."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)
        if AccessToken.objects.personal().usable(now=database_time.now()).filter(user=owner).count() >= MOST:
            raise TokenLimitReached
        return AccessToken.issue(user=owner, description=description, scopes=scopes, expires_at=expires_at)


def revoke(owner: User, token_id: int) -> bool:
    """Revoke a token of one's own; False if there is none to revoke."""
    return AccessToken.objects.personal().filter(user=owner, pk=token_id).revoke() > 0
