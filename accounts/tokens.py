"""Creating and revoking tokens, for the API and the account page."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts import access
from accounts.models import AccessToken, User
from accounts.security import mails
from kit import database_time

MOST = 50
# A year, which may have a leap day.
LONGEST_LIFETIME = timedelta(days=366)
# Owners are told so long before the end, of tokens that were made for twice this time or longer.
WARNED_BEFORE = timedelta(days=14)


class TokenLimitReached(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The owner has the maximum number of usable tokens."""


def issue(
    owner: User, *, description: str, scopes: list[str], expires_at: datetime | None = None
) -> tuple[AccessToken, str]:
    """Return a new token and its secret, of which only a digest is stored; raises TokenLimitReached.

    It ends after a year, or before at a validated time.
    """
    with transaction.atomic():
        access.hold(owner)
        if AccessToken.objects.personal().usable(now=database_time.now()).filter(user=owner).count() >= MOST:
            raise TokenLimitReached
        mails.record(owner, mails.Kind.TOKEN_MADE, detail=description)
        return AccessToken.issue(user=owner, description=description, scopes=scopes, expires_at=expires_at)


def revoke(owner: User, token_id: int) -> bool:
    """Revoke a token of one's own; False if there is none to revoke."""
    return AccessToken.objects.personal().filter(user=owner, pk=token_id).revoke() > 0


def warn_of_ends(limit: int = 100) -> int:
    """Tell the owners of tokens that expire in two weeks or sooner; returns how many there were."""
    with transaction.atomic():
        now = database_time.now()
        ending = (
            AccessToken.objects.personal()
            .usable(now=now)
            .filter(
                warned_at=None,
                expires_at__lte=now + WARNED_BEFORE,
                created_at__lte=F("expires_at") - 2 * WARNED_BEFORE,
            )
        )
        held = list(ending.select_for_update(skip_locked=True, of=("self",)).select_related("user")[:limit])
        for token in held:
            mails.record(token.user, mails.Kind.TOKEN_ENDS, detail=token.description)
        AccessToken.objects.filter(pk__in=[token.pk for token in held]).update(warned_at=now)
    return len(held)
