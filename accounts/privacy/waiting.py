"""Deletions that wait: whoever asked may not have been the owner, who is told and can keep the account.

The account is closed at once. Its sessions, tokens, connections and links in mails end, its challenges are withdrawn,
and its games go on by their clocks. Three days later a worker deletes it. Who has no confirmed address cannot be told,
so nothing waits then.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone, translation

from accounts import access, language, programs, sessions
from accounts.models import SecurityMail, User
from accounts.privacy import erasure
from accounts.security import mails
from accounts.security.addresses import recipients
from kit import database_time
from kit.times import day_and_time

log = structlog.get_logger(__name__)

WAITS = timedelta(days=3)


def is_told(user: User) -> bool:
    """Whether somebody would be told of the deletion, so that it would wait."""
    return bool(recipients(user, now=database_time.now()))


def ask(user: User, *, ending: bool) -> datetime | None:
    """Close the account until it is deleted, and return when that is.

    None if it is closed for good, for nobody can be told; then `erasure.finish` does the rest. Raises GamesOngoing,
    unless `ending`, and AccountIsStaff.
    """
    with transaction.atomic():
        access.hold(user)
        account = erasure.locked(user, ending=ending)
        if not is_told(account):
            erasure.close(account, ending=True)
            return None
        due_at = _wait(account)
        sessions.end_all(account)
        programs.end_all(account)
    erasure.leave_first(account)
    return due_at


def _wait(account: User) -> datetime:
    """Let it wait from now on, and tell the owner. The row is locked."""
    now = database_time.now()
    due_at = now + WAITS
    User.objects.filter(pk=account.pk).update(is_active=False, deletion_due_at=due_at, links_since=now)
    mails.record(account, mails.Kind.DELETION_ASKED, detail=_as_written(due_at, account))
    return due_at


def _as_written(moment: datetime, user: User) -> str:
    with translation.override(language.of_security_mails(user)), timezone.override(ZoneInfo(user.time_zone)):
        return day_and_time(moment)


def keep(user_id: int, *, request: HttpRequest | None = None) -> bool:
    """Cancel the deletion; False if there is none that waits any more, or staff has closed the account since.

    Nobody is logged in by it.
    """
    with transaction.atomic():
        account = _waiting().select_for_update(no_key=True).filter(pk=user_id, closed_by_staff=False).first()
        if account is None:
            return False
        User.objects.filter(pk=account.pk).update(is_active=True, deletion_due_at=None)
        mails.record(account, mails.Kind.DELETION_CANCELLED, request=request)
    return True


def mail_about(email: str) -> SecurityMail | None:
    """The mail by which the reader of this address was told, if the account still waits and can be kept."""
    told = SecurityMail.objects.filter(kind=mails.Kind.DELETION_ASKED, address=email.lower())
    return told.filter(user__in=_waiting().filter(closed_by_staff=False)).order_by("-id").first()


def work() -> None:
    """Close for good those whose time has come. From the others, withdraw what requests at the same time have left."""
    for account in _waiting():
        if account.deletion_due_at is not None and account.deletion_due_at <= database_time.now():
            _close(account.pk)
        else:
            erasure.leave_first(account)


def _close(pk: int) -> None:
    """Close the account for good, unless its owner or another worker was first."""
    with transaction.atomic():
        due = _waiting().filter(pk=pk, deletion_due_at__lte=database_time.now())
        account = due.select_for_update(no_key=True, skip_locked=True).first()
        if account is None:
            return
        try:
            erasure.close(account, ending=True)
        except erasure.AccountIsStaff:
            log.error("deletion_of_staff_waits", user=pk)  # noqa: TRY400  (no fault of the program)


def begin_anew() -> None:
    """Let all wait from now on, and tell their owners: some may have kept the account after the backup was made."""
    for pk in _waiting().values_list("pk", flat=True):
        with transaction.atomic():
            for account in _waiting().select_for_update(no_key=True).filter(pk=pk):
                _wait(account)


def _waiting() -> QuerySet[User]:
    return User.objects.filter(deletion_due_at__isnull=False, is_active=False)
