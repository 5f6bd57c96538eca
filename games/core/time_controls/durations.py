"""Durations in words."""

from typing import Final

from django.utils.translation import gettext, ngettext

from muehle.clocks import DAY

HOUR: Final = 3_600
MINUTE: Final = 60


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
