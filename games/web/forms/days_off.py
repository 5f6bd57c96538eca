"""The form of weekly days off."""

from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.web.forms.preferences import time_zones
from games import days_off
from games.days_off import Week


class DaysOffForm(forms.Form):
    """`do` raises what change_days_off() refuses with."""

    weekdays = forms.TypedMultipleChoiceField(
        label=_("My clocks stand still on"),
        help_text=_("Up to two days of the week, from midnight to midnight."),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("The days are those of this place."))

    def __init__(self, data: Any = None, *, week: Week) -> None:
        super().__init__(data, initial={"weekdays": week.weekdays, "time_zone": week.time_zone})
        self.fields["time_zone"].choices = time_zones(week.time_zone)  # type: ignore[attr-defined]  # a ChoiceField

    def do(self, owner: User) -> Week:
        values = self.cleaned_data
        return days_off.change_days_off(owner, weekdays=values["weekdays"], time_zone=values["time_zone"])
