"""The forms of leave: days as people say them, in the reader’s own zone; what is possible is in games/leaves.py."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.preferences import change
from games import leaves
from games.models import Leave


class _DayInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class TakeLeaveForm(forms.Form):
    """From the first day, or from now, to the last day, which belongs to it."""

    first_day = forms.DateField(
        label=_("First day"), help_text=_("Leave it empty to begin now."), required=False, widget=_DayInput
    )
    last_day = forms.DateField(
        label=_("Last day"), help_text=_("Your clocks run again at midnight after it."), widget=_DayInput
    )

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        first, last = values.get("first_day"), values.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", _("The last day is before the first."))
        return values

    def do(self, owner: User) -> Leave:
        """Raises what take_leave() refuses with."""
        first: date | None = self.cleaned_data["first_day"]
        begins_now = first is None or first == timezone.localdate()
        starts_at = None if begins_now or first is None else _midnight(first)
        ends_at = _midnight(self.cleaned_data["last_day"] + timedelta(days=1))
        return leaves.take_leave(owner, starts_at=starts_at, ends_at=ends_at)


class EmergencyDayForm(forms.Form):
    """Whether a day of leave is drawn rather than a game lost."""

    emergency_day = forms.BooleanField(
        label=_("Draw a day of leave rather than lose on time"),
        help_text=_("Once in each game whose terms allow it, and only if a day is left that no plan of yours needs."),
        required=False,
    )

    def do(self, owner: User) -> None:
        change(owner, self.cleaned_data)


def _midnight(day: date) -> datetime:
    """The beginning of a day where the reader is."""
    return datetime.combine(day, time(), timezone.get_current_timezone())
