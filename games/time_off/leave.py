"""Leave: the account, planning, beginning and ending leave, and renewing the clocks.

Planned leave is private. Only leave that has begun is shown, and only then deadlines move (clocks.py). The change
stores a row of StaleClocks, so that a worker can renew the clocks if the request did not.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from games.time_off import errors
from games.time_off.models import Leave, StaleClocks
from kit import database_time
from kit.errors import NotFound, raises
from kit.hooks import Hook
from muehle.clocks.leave import CAP, LONGEST_AHEAD, SHORTEST, balance_at, free_at, is_covered, needed_at

BATCH = 500

# The leave or days off of a player have changed; called after the commit.
clocks_changed: Hook[[StaleClocks], None] = Hook()


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveAccount:
    """A player's leave account: the balance, the current leave, and the planned leave, soonest first.

    `free` is the part of the balance that neither planned nor current leave needs; leave that begins now can last as
    long.
    """

    balance: timedelta
    free: timedelta
    current: Leave | None
    planned: list[Leave]
    cap: timedelta = CAP

    @property
    def reserved(self) -> timedelta:
        """How much of the planned and current leave is still to come."""
        return sum((leave.ends_at - leave.starts_at for leave in self.planned), timedelta())


def account_of(owner: User, *, now: datetime) -> LeaveAccount:
    """The leave account at this time; a bot's is always empty."""
    rows = list(Leave.objects.filter(user=owner))
    balance = free = timedelta()
    if not owner.is_bot:
        balance = _balance(owner, rows, now)
        free = max(timedelta(), free_at(now, since=owner.date_joined, absences=[row.absence for row in rows]))
    mine = [row for row in rows if row.game_id is None and row.ends_at > now]
    current = next((row for row in mine if row.starts_at <= now), None)
    planned = [row for row in mine if row.starts_at > now]
    return LeaveAccount(balance=balance, free=free, current=current, planned=planned)


@raises(errors.LeaveNotForBots, errors.LeaveInvalid, errors.LeaveOverlaps, errors.LeaveNotCovered)
def take_leave(owner: User, *, ends_at: datetime, starts_at: datetime | None = None) -> Leave:
    """Plan leave, or begin it now if there is no `starts_at`. It stops the player's clocks in games whose terms allow
    it.
    """
    with transaction.atomic():
        account = User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        now = database_time.now()
        begins = starts_at or now
        leave = Leave(user=account, starts_at=begins, ends_at=ends_at, begun_at=None if starts_at else now)
        _require_possible(leave, account, now=now)
        leave.save()
        if leave.begun_at:
            mark_stale(account.pk, now=now)
    return leave


@raises(NotFound, errors.LeaveOver)
def end_leave(owner: User, pk: int) -> Leave:
    """Cancel planned leave, or end current leave, which lasts at least a day. Returns the leave."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        leave, now = Leave.objects.of_all_games().filter(user=owner, pk=pk).first(), database_time.now()
        if leave is None:
            raise NotFound
        if leave.ends_at <= now:
            raise errors.LeaveOver
        if leave.starts_at > now:
            leave.delete()
            return leave
        leave.ends_at = min(leave.ends_at, max(now, leave.starts_at + SHORTEST))
        leave.save(update_fields=["ends_at"])
        mark_stale(owner.pk, now=now)
        return leave


def begin_planned(*, limit: int = BATCH) -> int:
    """Begin up to `limit` planned leaves that are due, so that clocks are renewed; returns how many."""
    with transaction.atomic():
        now = database_time.now()
        due = Leave.objects.filter(begun_at=None, starts_at__lte=now).order_by("starts_at")
        rows = list(due.select_for_update(skip_locked=True)[:limit])
        Leave.objects.filter(pk__in=[row.pk for row in rows]).update(begun_at=now)
        for player in sorted({row.user_id for row in rows}):
            mark_stale(player, now=now)
    return len(rows)


def mark_stale(player_id: int, why: str = StaleClocks.Why.LEAVE, *, now: datetime) -> None:
    """Mark the player's clocks as stale, and renew them after commit. If that fails, a worker renews them."""
    mark, _new = StaleClocks.objects.update_or_create(user_id=player_id, defaults={"since": now, "why": why})

    def renew() -> None:
        clocks_changed(mark)

    transaction.on_commit(renew, robust=True)


def _require_possible(leave: Leave, owner: User, *, now: datetime) -> None:
    if owner.is_bot:
        raise errors.LeaveNotForBots
    soon_enough = now <= leave.starts_at <= now + LONGEST_AHEAD
    if not soon_enough or leave.ends_at - leave.starts_at < SHORTEST:
        raise errors.LeaveInvalid
    rows = list(Leave.objects.filter(user=owner))
    if any(row.game_id is None and row.starts_at < leave.ends_at and row.ends_at > leave.starts_at for row in rows):
        raise errors.LeaveOverlaps
    absences = [row.absence for row in (*rows, leave)]
    if not is_covered(since=owner.date_joined, absences=absences, start=now):
        details = {"balance_seconds": int(_balance(owner, rows, now).total_seconds())}
        if needed_at(now, absences=absences) > CAP:
            details["cap_seconds"] = int(CAP.total_seconds())
        raise errors.LeaveNotCovered(**details)


def _balance(owner: User, rows: list[Leave], now: datetime) -> timedelta:
    return max(timedelta(), balance_at(now, since=owner.date_joined, absences=[row.absence for row in rows]))
