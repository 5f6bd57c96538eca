"""Times and spans of time in words, in the zone of the reader: for pages, emails and messages alike."""

from datetime import date, datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy

from muehle.clocks import DAY

HOUR: Final = 3_600
MINUTE: Final = 60
# A weekday says which day is meant as long as there is none of that name before it.
DAYS_OF_A_WEEKDAY = 6
# Zones that have another abbreviation in another language; all others keep theirs.
ZONES = {"CET": pgettext_lazy("time zone", "CET"), "CEST": pgettext_lazy("time zone", "CEST")}


def moment(at: datetime) -> str:
    """Day and time; with the year where it is not the present one."""
    at, now = timezone.localtime(at), timezone.localtime()
    if at.year != now.year:
        return date_format(at, pgettext("date format", "D j M Y, H:i"))
    return date_format(at, pgettext("date format", "D j M, H:i"))


def day_and_time(at: datetime) -> str:
    """In the reader's zone, with the year."""
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")


def moment_with_zone(at: datetime) -> str:
    """The same in full, for what is read elsewhere: "Tuesday 24 November 2026, 03:43 (CET)"."""
    at = timezone.localtime(at)
    zone = date_format(at, "T")
    whole = date_format(at, pgettext("date format", "l j F Y, H:i"))
    return f"{whole} ({ZONES.get(zone, zone)})"


def short_moment(at: datetime) -> str:
    """Weekday and time, within a week; else the day."""
    at, now = timezone.localtime(at), timezone.localtime()
    if abs((at - now).days) < DAYS_OF_A_WEEKDAY:
        return date_format(at, pgettext("date format", "D H:i"))
    return date_format(at, pgettext("date format", "j M"))


def day(at: datetime) -> str:
    """The date."""
    return date_format(timezone.localtime(at), pgettext("date format", "j M Y"))


def weekday_and_date(day: date) -> str:
    """A date with its weekday, whatever the reader's zone."""
    return date_format(day, pgettext("date format", "l, j F Y"))


def duration(seconds: int | None) -> str:
    """A duration in its two largest units: 2 days 4 hours, 40 minutes."""
    days, hours, minutes = _two_largest(seconds)
    parts = []
    if days:
        parts.append(ngettext("%(count)s day", "%(count)s days", days) % {"count": days})
    if hours:
        parts.append(ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours})
    if minutes is not None:
        parts.append(ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes})
    return " ".join(parts)


def short_duration(seconds: int | None) -> list[str]:
    """The same two units where there is little room, each by itself: 2 days, 4 h."""
    days, hours, minutes = _two_largest(seconds)
    parts = []
    if days:
        parts.append(ngettext("%(count)s day", "%(count)s days", days) % {"count": days})
    if hours:
        # Translators: hours, where there is room for one letter or three.
        parts.append(gettext("%(count)s h") % {"count": hours})
    if minutes is not None:
        parts.append(gettext("%(count)s min") % {"count": minutes})
    return parts


def _two_largest(seconds: int | None) -> tuple[int, int, int | None]:
    """Days, hours and minutes; no minutes beside days, nor beside full hours."""
    whole = max(0, int(seconds or 0))
    days, hours, minutes = whole // DAY, whole % DAY // HOUR, whole % HOUR // MINUTE
    return days, hours, minutes if not days and (minutes or not hours) else None
