"""Forms of leave and days off."""

import unicodedata
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.preferences import change
from accounts.time_zones import time_zones
from games.time_off import days_off
from games.time_off.days_off import Week
from games.time_off.leave import take_leave
from games.time_off.models import Leave
from games.time_off.public_holidays import COUNTRIES, PARTS


class DaysOffForm(forms.Form):
    """`do` raises what change_days_off() raises."""

    weekdays = forms.TypedMultipleChoiceField(
        label=_("My clocks are paused on"),
        help_text=_("Up to two days of the week, from midnight to midnight."),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    region = forms.ChoiceField(
        label=_("My public holidays"),
        help_text=_("From midnight to midnight. Your deadlines include them from the start."),
        required=False,
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("Days begin and end in this time zone."))

    def __init__(self, data: Any = None, *, week: Week) -> None:
        initial = {"weekdays": week.weekdays, "region": week.region, "time_zone": week.time_zone}
        super().__init__(data, initial=initial)
        self.fields["region"].choices = regions()  # type: ignore[attr-defined]  # a ChoiceField, as the next one
        self.fields["time_zone"].choices = time_zones(week.time_zone)  # type: ignore[attr-defined]

    def do(self, owner: User) -> Week:
        values = self.cleaned_data
        return days_off.change_days_off(
            owner, weekdays=values["weekdays"], region=values["region"], time_zone=values["time_zone"]
        )


def regions() -> list[tuple[str, Any]]:
    """The choices of a region: none, the parts of countries that have parts, and other countries, in alphabetical
    order."""
    names = sorted(((str(name), code) for code, name in COUNTRIES.items()), key=lambda pair: collated(pair[0]))
    parts = [
        (name, sorted(((f"{code}-{part}", shown) for part, shown in PARTS[code].items()), key=lambda p: collated(p[1])))
        for name, code in names
        if code in PARTS
    ]
    whole = [(code, name) for name, code in names if code not in PARTS]
    return [("", str(_("no holidays"))), *parts, (str(_("Other countries")), whole)]


def collated(name: str) -> str:
    """A sort key: Österreich is sorted with O."""
    return unicodedata.normalize("NFKD", name).casefold()


class _DayInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class TakeLeaveForm(forms.Form):
    """Leave from the first day, or from now, to the last day inclusive."""

    first_day = forms.DateField(
        label=_("First day"), help_text=_("Leave empty to begin now."), required=False, widget=_DayInput
    )
    last_day = forms.DateField(
        label=_("Last day"), help_text=_("Your clocks run again from midnight after this day."), widget=_DayInput
    )

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        first, last = values.get("first_day"), values.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", _("The last day is before the first day."))
        return values

    def do(self, owner: User) -> Leave:
        """Raises what take_leave() raises."""
        first: date | None = self.cleaned_data["first_day"]
        begins_now = first is None or first == timezone.localdate()
        starts_at = None if begins_now or first is None else midnight(first)
        ends_at = midnight(self.cleaned_data["last_day"] + timedelta(days=1))
        return take_leave(owner, starts_at=starts_at, ends_at=ends_at)


class EmergencyDayForm(forms.Form):
    """Whether to draw a day of leave instead of losing on time."""

    emergency_day = forms.BooleanField(
        label=_("Use a day of leave rather than lose on time"),
        help_text=_(
            "It covers all your games whose terms allow leave, and saves each of them only once. You need a "
            "day of leave that your planned leave does not use."
        ),
        required=False,
    )

    def do(self, owner: User) -> None:
        change(owner, self.cleaned_data)


def midnight(day: date) -> datetime:
    """The beginning of a day in the reader's time zone."""
    return datetime.combine(day, time(), timezone.get_current_timezone())
