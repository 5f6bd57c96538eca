"""The form of days off."""

import unicodedata
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.web.forms.preferences import time_zones
from games import days_off
from games.days_off import Week
from games.public_holidays import COUNTRIES, PARTS


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
    region = forms.ChoiceField(
        label=_("And on the public holidays of"),
        help_text=_("Whole days as well. They are in your deadlines from the start."),
        required=False,
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("The days are those of this place."))

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
    """Nowhere, the parts of countries that have them, and the other countries; in the alphabet of the reader."""
    names = sorted(((str(name), code) for code, name in COUNTRIES.items()), key=lambda pair: collated(pair[0]))
    parts = [
        (name, sorted(((f"{code}-{part}", shown) for part, shown in PARTS[code].items()), key=lambda p: collated(p[1])))
        for name, code in names
        if code in PARTS
    ]
    whole = [(code, name) for name, code in names if code not in PARTS]
    return [("", str(_("nowhere"))), *parts, (str(_("Other countries")), whole)]


def collated(name: str) -> str:
    """For sorting: Österreich stands among the words with O."""
    return unicodedata.normalize("NFKD", name).casefold()
