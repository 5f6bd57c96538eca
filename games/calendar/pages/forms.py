"""The form of a calendar feed: what it has beside deadlines."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.calendar.models import CalendarFeed


def _alarms() -> list[tuple[int | str, str | Promise]]:
    return [("", _("none")), *((hours, _in_words(hours)) for hours in CalendarFeed.ALARMS)]


def _in_words(hours: int) -> str:
    if hours < 24:
        return ngettext("%(count)s hour before", "%(count)s hours before", hours) % {"count": hours}
    return ngettext("%(count)s day before", "%(count)s days before", hours // 24) % {"count": hours // 24}


class CalendarForm(forms.Form):
    """The fields have the names of the feed's columns."""

    alarm_hours = forms.TypedChoiceField(
        label=_("Alarm before a deadline"),
        help_text=_("Your calendar app shows it; some apps first ask whether a subscribed calendar may do so."),
        choices=_alarms,
        coerce=int,
        empty_value=None,
        required=False,
    )
    with_leave = forms.BooleanField(
        label=_("Show my leave too"),
        help_text=_("Planned leave is private. If you tick this, anyone who has the address can see it."),
        required=False,
    )

    @staticmethod
    def values_of(feed: CalendarFeed) -> dict[str, Any]:
        """What the form shows first."""
        return {"alarm_hours": feed.alarm_hours, "with_leave": feed.with_leave}
