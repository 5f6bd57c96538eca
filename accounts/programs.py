"""What lets programs act for a user: API tokens, connections of apps, and what goes on after a request."""

from django.db import transaction

from accounts import database_time, lasting_access
from accounts.models import AccessToken, Connection, User
from accounts.oauth import connections


def has_some(user: User) -> bool:
    now = database_time.now()
    tokens, apps = AccessToken.objects.personal().usable(now=now), Connection.objects.live(now=now)
    is_some = tokens.filter(user=user).exists() or apps.filter(user=user).exists()
    return is_some or lasting_access.has_some(user)


def end_all(user: User) -> None:
    """Revoke all tokens, end all connections, and delete what was set up to go on."""
    with transaction.atomic():
        AccessToken.objects.filter(user=user).revoke()
        connections.disconnect_all(user)
        lasting_access.end_all(user)
