"""Data exports: request, make, announce, download, delete.

A worker holds an export by a lease and stores its pieces one by one, so that no transaction is long. Only the last step
marks it as ready. Pieces of an interrupted attempt are never read, and another worker starts again.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

import structlog
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts import access
from accounts.models import DataExport, DataExportPiece, User
from accounts.privacy import emails
from accounts.privacy.archive import write
from accounts.security import mails
from kit import database_time
from kit.locks import Lease

log = structlog.get_logger(__name__)

State = DataExport.State
KEPT_FOR = timedelta(days=7)
MOST_A_DAY = 3
MOST_ATTEMPTS = 5
# Longer than the time limit of the task (accounts/tasks.py).
LEASE = timedelta(minutes=15)
MAIL_LEASE = timedelta(minutes=5)
SECONDS_TO_SEND = 60.0


class ExportLimitReached(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The user has requested the maximum number of exports within a day."""


def request_export(user: User) -> DataExport:
    """The export in progress for the user, or a new one; raises ExportLimitReached."""
    with transaction.atomic():
        access.hold(user)
        now, mine = database_time.now(), DataExport.objects.filter(user=user)
        if waiting := mine.filter(state=State.WAITING).first():
            return waiting
        if mine.filter(requested_at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
            raise ExportLimitReached
        mails.record(user, mails.Kind.EXPORT_REQUESTED)
        return DataExport.objects.create(user=user, requested_at=now)


def make_next() -> bool:
    """Make one export that was requested and has no lease; False if there is none."""
    export = _claimed(database_time.now())
    if export is None:
        return False
    pieces = 0
    size = 0

    def take(piece: bytes) -> None:
        nonlocal pieces, size
        DataExportPiece.objects.create(export=export, attempt=export.attempts, number=pieces, content=piece)
        pieces, size = pieces + 1, size + len(piece)

    try:
        write(export.user, take, now=database_time.now())
        _finish(export, size=size)
    except IntegrityError:
        # The account may have been deleted meanwhile, with the export.
        if DataExport.objects.filter(pk=export.pk).exists():
            raise
    return True


def _claimed(now: datetime) -> DataExport | None:
    """Lease the export that has waited longest; those with too many attempts are marked as failed."""
    with transaction.atomic():
        free = DataExport.objects.filter(Q(leased_until=None) | Q(leased_until__lte=now), state=State.WAITING)
        export = free.select_for_update(skip_locked=True, of=("self",)).select_related("user").order_by("id").first()
        if export is None:
            return None
        DataExportPiece.objects.filter(export=export).delete()
        if export.attempts >= MOST_ATTEMPTS:
            DataExport.objects.filter(pk=export.pk).update(state=State.FAILED, leased_until=None)
            log.error("data_export_failed", export=export.pk)
            return None
        export.attempts, export.leased_until = export.attempts + 1, now + LEASE
        export.save(update_fields=["attempts", "leased_until"])
        return export


def _finish(export: DataExport, *, size: int) -> None:
    """Mark the export as ready, and replace older ones; unless another worker has started it again."""
    with transaction.atomic():
        mine = DataExport.objects.select_for_update().filter(pk=export.pk, attempts=export.attempts)
        if not mine.filter(state=State.WAITING).exists():
            DataExportPiece.objects.filter(export=export.pk, attempt=export.attempts).delete()
            return
        now = database_time.now()
        DataExportPiece.objects.filter(export=export).exclude(attempt=export.attempts).delete()
        older = DataExport.objects.filter(user=export.user_id, state=State.READY)
        DataExportPiece.objects.filter(export__in=older).delete()
        older.update(state=State.GONE)
        ready = {"ready_at": now, "expires_at": now + KEPT_FOR, "leased_until": None, "size": size}
        DataExport.objects.filter(pk=export.pk).update(state=State.READY, **ready)


def send_next_mail() -> bool:
    """Send the mail about one export that is ready, if its owner has a confirmed address; False if there is none."""
    lease = Lease(MAIL_LEASE)
    with transaction.atomic():
        now = database_time.now()
        owed = DataExport.objects.filter(Q(leased_until=None) | Q(leased_until__lte=now), state=State.READY)
        held = owed.filter(told_at=None).select_for_update(skip_locked=True, of=("self",)).select_related("user")
        export = held.order_by("id").first()
        if export is None:
            return False
        DataExport.objects.filter(pk=export.pk).update(leased_until=now + MAIL_LEASE)
    if lease.has(SECONDS_TO_SEND) and emails.send_ready_mail(export):
        DataExport.objects.filter(pk=export.pk).update(told_at=database_time.now(), leased_until=None)
    return True


def exports_of(user: User) -> list[DataExport]:
    """The user's recent exports, newest first."""
    return list(DataExport.objects.filter(user=user)[:10])


def ready_export(user: User, pk: int, *, now: datetime) -> DataExport | None:
    """The user's own export with this id, while it is available."""
    return DataExport.objects.filter(user=user, pk=pk, state=State.READY, expires_at__gt=now).first()


def pieces_of(export: DataExport) -> Iterator[bytes]:
    """The file; each piece is fetched by a query of its own."""
    rows = DataExportPiece.objects.filter(export=export, attempt=export.attempts)
    number = 0
    while (content := rows.filter(number=number).values_list("content", flat=True).first()) is not None:
        yield bytes(content)
        number += 1


def delete_old() -> None:
    """Delete expired exports, and failed ones of the same age."""
    now = database_time.now()
    DataExport.objects.filter(state=State.READY, expires_at__lte=now).delete()
    ended = DataExport.objects.filter(state__in=(State.FAILED, State.GONE))
    ended.filter(requested_at__lte=now - KEPT_FOR).delete()
