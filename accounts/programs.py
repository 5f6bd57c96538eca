"""What lets programs act for a user: API tokens and connections of apps."""

from django.db import transaction

from accounts import database_time
from accounts.models import AccessToken, Connection, User
from accounts.oauth import connections


def has_some(user: User) -> bool:
    now = database_time.now()
    tokens, apps = AccessToken.objects.personal().usable(now=now), Connection.objects.live(now=now)
    return tokens.filter(user=user).exists() or apps.filter(user=user).exists()


def end_all(user: User) -> None:
    """Revoke all tokens, and end all connections."""
    with transaction.atomic():
        AccessToken.objects.filter(user=user).revoke()
        connections.disconnect_all(user)
