"""When a notification goes out: at once, gathered with others, or after the quiet hours. Pure, in the player's time.

A deadline breaks every rule: what would come too late for it, or barely in time, goes out at once.
"""

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from accounts.models import User
from games.core.models.events import Event
from games.core.notifications import NotificationKind, Timing, kind_of
from games.notifications.models import Delivery, NotificationSettings

Pace = NotificationSettings.Pace

# A deadline notification must have been sent this long before the deadline.
LAST_CALL: Final = timedelta(hours=3)


def goes_out_at(event: Event, user: User, row: NotificationSettings | None, channel: str, *, now: datetime) -> datetime:
    """The first moment from `now` on at which the notification of this event may go out."""
    kind = kind_of(event)
    if row is None or kind is None or kind.timing is Timing.AT_ONCE:
        return now
    zone = ZoneInfo(user.time_zone)
    is_gathered = channel == Delivery.Channel.EMAIL and row.pace != Pace.AT_ONCE and kind.timing is Timing.GATHERED
    moment = max(now, _gathered_at(event.created_at, row, zone)) if is_gathered else now
    moment = _after_quiet_hours(moment, row, zone)
    return now if _is_too_late(kind, event, moment) else moment


def is_gathering(row: NotificationSettings | None) -> bool:
    """Whether several notifications that are due may share a mail."""
    return row is not None and (row.pace != Pace.AT_ONCE or row.has_quiet_hours)


def _gathered_at(happened_at: datetime, row: NotificationSettings, zone: ZoneInfo) -> datetime:
    """The full hour, or the player's hour, after the moment."""
    local = happened_at.astimezone(zone)
    hour = local.replace(minute=0, second=0, microsecond=0)
    if row.pace == Pace.HOURLY:
        return hour.astimezone(UTC) + timedelta(hours=1)
    return _next(local, row.daily_hour)


def _after_quiet_hours(moment: datetime, row: NotificationSettings, zone: ZoneInfo) -> datetime:
    if not row.has_quiet_hours or row.quiet_from is None or row.quiet_until is None:
        return moment
    local = moment.astimezone(zone)
    hours = (row.quiet_until - row.quiet_from) % 24
    is_quiet = (local.hour - row.quiet_from) % 24 < hours
    return _next(local, row.quiet_until) if is_quiet else moment


def _next(local: datetime, hour: int) -> datetime:
    """The next time that the clocks of the zone show this full hour; later than `local`."""
    today = local.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    found = today if today > local else today + timedelta(days=1)
    return found.astimezone(UTC)


def _is_too_late(kind: NotificationKind, event: Event, moment: datetime) -> bool:
    deadline = kind.end_of_use(event)
    return deadline is not None and moment > deadline - LAST_CALL
