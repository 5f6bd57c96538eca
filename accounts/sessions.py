"""Browser sessions: how they are stored and when they end, and the list of them that users see."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

import structlog
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth import SESSION_KEY as USER_ID
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User

log = structlog.get_logger(__name__)


class Lifetime(NamedTuple):
    """A session ends so long after its last use, and so long after the login."""

    idle: timedelta
    longest: timedelta


OF_PLAYERS: Final = Lifetime(idle=timedelta(days=30), longest=timedelta(days=365))
# Nobody comes back to a guest whose session has ended: accounts/guests.py removes them.
OF_GUESTS: Final = Lifetime(idle=timedelta(days=14), longest=timedelta(days=365))
OF_STAFF: Final = Lifetime(idle=timedelta(hours=12), longest=timedelta(days=7))
# A write with every request would cost too much. So a session ends up to an hour early.
WRITTEN_EVERY: Final = timedelta(hours=1)


class SessionStore(db.SessionStore):
    """Django's sessions in the database, whose end is moved by `used` alone. The cookie outlives them all."""

    ends_at: datetime | None = None

    def _get_session_from_db(self) -> Session | None:
        row: Session | None = super()._get_session_from_db()  # type: ignore[misc]  # unknown to the stubs
        self.ends_at = row.expire_date if row is not None else None
        return row

    def get_expiry_date(self, **_kwargs: Any) -> datetime:
        return self.ends_at or timezone.now() + OF_PLAYERS.idle

    def get_expiry_age(self, **_kwargs: Any) -> int:
        return int(OF_PLAYERS.longest.total_seconds())


def used(session: SessionStore, user: User) -> None:
    """Move the end of the user's session, which was used just now."""
    idle, longest = OF_STAFF if user.is_staff else OF_GUESTS if user.is_guest else OF_PLAYERS
    ends_at = timezone.now() + idle
    logins = [proof["at"] for proof in session.get(AUTHENTICATION_METHODS_SESSION_KEY, ())]
    if logins:
        ends_at = min(ends_at, datetime.fromtimestamp(min(logins), UTC) + longest)
    if session.ends_at is not None and abs(ends_at - session.ends_at) < WRITTEN_EVERY:
        return
    session.ends_at = ends_at
    # One that was changed is saved anyway. Only the end is written: requests at the same time may change the rest.
    if not session.modified:
        Session.objects.filter(session_key=session.session_key).update(expire_date=ends_at)


def delete_ended() -> None:
    """Delete expired sessions and their entries in the users' lists."""
    SessionStore.clear_expired()
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.filter(~Exists(alive)).delete()


def end(user: User, pk: int, *, besides: str) -> bool:
    """End one of the user's sessions, but not the one with the key `besides`; False if there is none."""
    session = UserSession.objects.filter(user=user, pk=pk).exclude(session_key=besides).first()
    if session is None:
        return False
    SessionsAdapter().end_sessions([session])
    return True


def end_all(user: User) -> None:
    """End all of the user's sessions."""
    SessionsAdapter().end_sessions(UserSession.objects.filter(user=user))


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]  # allauth is untyped
    """Logs each session that is ended from elsewhere."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        for session in sessions:
            session.end()
            log.info("session_ended", user=session.user_id)


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
