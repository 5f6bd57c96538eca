"""Browser sessions, and the list of them that users see."""

from collections.abc import Iterable
from datetime import datetime
from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth import SESSION_KEY as USER_ID
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.utils.crypto import constant_time_compare

from accounts.models import User


def delete_ended() -> None:
    """Delete expired sessions and their entries in the users' lists."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.filter(~Exists(alive)).delete()


def end(user: User, pk: int, *, besides: str) -> bool:
    """End one of the user's sessions, but not the one with the key `besides`; False if there is none."""
    session = UserSession.objects.filter(user=user, pk=pk).exclude(session_key=besides).first()
    if session is None:
        return False
    session.end()
    return True


def end_all(user: User) -> None:
    """End all of the user's sessions."""
    for session in UserSession.objects.filter(user=user):
        session.end()


def signed_in(keys: Iterable[str], *, now: datetime) -> set[str]:
    """The keys whose sessions are still valid: not ended, with the current password, of an open account.

    Two queries.
    """
    rows = Session.objects.filter(session_key__in=list(keys), expire_date__gt=now)
    held = {row.session_key: row.get_decoded() for row in rows}
    wanted = {str(data[USER_ID]) for data in held.values() if USER_ID in data}
    users = {str(user.pk): user for user in User.objects.filter(pk__in=wanted, is_active=True)}
    return {key for key, data in held.items() if _is_of(users.get(str(data.get(USER_ID))), data)}


def _is_of(user: User | None, data: dict[str, str]) -> bool:
    return user is not None and constant_time_compare(data.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
