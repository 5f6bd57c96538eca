"""Times in words, in the zone of the reader: for pages, emails and messages alike."""

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext, pgettext_lazy

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


def moment_with_zone(at: datetime) -> str:
    """The same in full, for what is read elsewhere: "Tuesday 24 November 2026, 03:43 (CET)"."""
    at = timezone.localtime(at)
    zone = date_format(at, "T")
    day_and_time = date_format(at, pgettext("date format", "l j F Y, H:i"))
    return f"{day_and_time} ({ZONES.get(zone, zone)})"


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
