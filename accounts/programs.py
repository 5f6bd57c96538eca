"""What lets programs act for a user: API tokens, connections of apps, and what goes on after a request."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts import lasting_access
from accounts.models import AccessToken, Connection, User
from accounts.oauth import connections
from kit import database_time


def counts(user: User) -> list[tuple[int, str]]:
    """How many of each kind a new password leaves if its owner wants so, with the word for them; kinds without any are
    left out.
    """
    now = database_time.now()
    rows: list[QuerySet[Any]] = [
        AccessToken.objects.personal().usable(now=now).filter(user=user),
        Connection.objects.live(now=now).filter(user=user),
        *lasting_access.left_by_password(user),
    ]
    found = [(each.count(), each.model._meta) for each in rows]  # noqa: SLF001  (Django documents it)
    return [
        (count, str(meta.verbose_name if count == 1 else meta.verbose_name_plural)) for count, meta in found if count
    ]


def end_all(user: User) -> None:
    """Revoke all tokens, end all connections, and delete what was set up to go on."""
    with transaction.atomic():
        AccessToken.objects.filter(user=user).revoke()
        connections.disconnect_all(user)
        lasting_access.end_all(user)
