"""Days off: weekdays and public holidays, and changing them.

A change takes effect at once, and the next one is possible after a week.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from games.core.presenters import rfc3339
from games.time_off import errors
from games.time_off.leave import mark_stale
from games.time_off.models import DaysOff, StaleClocks
from games.time_off.public_holidays import REGIONS
from kit import database_time
from kit.errors import raises
from muehle.clocks.pauses import MOST_WEEKDAYS_OFF

# Without this limit, players could make today a day off at any time.
HOLDS_FOR = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """The current days off; `region` is empty for no public holidays. `may_change_at` is None if they can be changed
    now."""

    weekdays: list[int]
    region: str
    time_zone: str
    may_change_at: datetime | None


def week_of(owner: User, *, now: datetime) -> Week:
    """The player's days off; none if they have not set any."""
    last = DaysOff.objects.filter(user=owner).last()
    if last is None:
        return Week(weekdays=[], region="", time_zone=owner.time_zone, may_change_at=None)
    until = last.since + HOLDS_FOR
    may_change_at = until if now < until else None
    return Week(weekdays=last.weekdays, region=last.region, time_zone=last.time_zone, may_change_at=may_change_at)


@raises(errors.DaysOffInvalid, errors.DaysOffJustChanged)
def change_days_off(owner: User, *, weekdays: Iterable[int], region: str = "", time_zone: str) -> Week:
    """Replace the player's days off from now on, and renew the clocks as for leave.

    Saving the same days again is no change.
    """
    wanted = sorted(set(weekdays))
    if len(wanted) > MOST_WEEKDAYS_OFF or not set(wanted) <= set(range(7)) or region not in ("", *REGIONS):
        raise errors.DaysOffInvalid(most=MOST_WEEKDAYS_OFF)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        now = database_time.now()
        week = week_of(owner, now=now)
        if (week.weekdays, week.region, week.time_zone) != (wanted, region, time_zone):
            if week.may_change_at is not None:
                raise errors.DaysOffJustChanged(may_change_at=rfc3339(week.may_change_at))
            DaysOff.objects.create(user=owner, since=now, weekdays=wanted, region=region, time_zone=time_zone)
            mark_stale(owner.pk, StaleClocks.Why.CALENDAR, now=now)
        return week_of(owner, now=now)
